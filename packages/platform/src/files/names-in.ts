import { readdir } from 'node:fs/promises'
import { ifMissing } from './if-missing.ts'

/**
 * The names in a folder that the program makes when it first needs it: none if it is not there.
 * @throws The system's error for a folder that is there and can't be read.
 * @example for (const name of await namesIn(folder)) await rm(join(folder, name))
 */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(ifMissing([]))
}
