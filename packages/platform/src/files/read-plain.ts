import { constants } from 'node:fs'
import type { Disk } from './disk.ts'

/** The bytes of a file, which is opened through no link. */
export async function readPlain(file: string, disk: Disk): Promise<Uint8Array> {
  await using handle = await disk.open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  return await handle.readFile()
}
