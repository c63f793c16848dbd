import { ifMissing, openToWrite } from '@datacortex/platform'

/** Cuts off what a killed process did not finish: nothing was sent for it. */
export async function cutTornLine(file: string): Promise<void> {
  const handle = await openToWrite(file, 'old').catch(ifMissing(undefined))
  if (handle === undefined) return
  await using opened = handle
  const bytes = await opened.readFile()
  if (bytes.length > 0 && bytes.at(-1) !== 0x0a) await opened.truncate(bytes.lastIndexOf(0x0a) + 1)
}
