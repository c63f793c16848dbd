import { readFile } from 'node:fs/promises'
import { sha256 } from '../hash.ts'
import { writeFileAtomically } from './write-file-atomically.ts'
import { ifRefused } from './if-missing.ts'

/**
 * What {@link writeKeptJson} wrote last under this key; undefined if there is none, or it was made of something else,
 * or is damaged. Of no other shape than what was written, as the checksum says.
 * @example await readKeptJson('/cache/a.json', `a ${sha256(bytes)}`)
 */
export async function readKeptJson(file: string, key: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(ifRefused(''))
  const [found, checksum, payload] = text.split('\n', 3)
  return found === key && payload !== undefined && checksum === sha256(payload) ? JSON.parse(payload) : undefined
}

/**
 * Keeps what was made, in place of what is there.
 * @throws `PLATFORM_FILE_UNWRITABLE`: anyone who can make it anew passes over that.
 * @example await writeKeptJson('/cache/a.json', `a ${sha256(bytes)}`, made)
 */
export async function writeKeptJson(file: string, key: string, value: unknown): Promise<void> {
  const payload = JSON.stringify(value)
  await writeFileAtomically(file, [key, sha256(payload), payload].join('\n'), { isRebuildable: true })
}
