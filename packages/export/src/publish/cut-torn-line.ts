import { ifMissing, openToWrite, unwritable } from '@datacortex/platform'

/** Cuts off what a killed process did not finish: nothing was sent for it. Throws `PLATFORM_FILE_UNWRITABLE`. */
export async function cutTornLine(file: string): Promise<void> {
  try {
    await using handle = await openToWrite(file, 'old').catch(ifMissing(undefined))
    if (handle === undefined) return
    const bytes = await handle.readFile()
    if (bytes.length > 0 && bytes.at(-1) !== 0x0a) await handle.truncate(bytes.lastIndexOf(0x0a) + 1)
  } catch (error) {
    throw unwritable(file, error)
  }
}
