import type { ZodType } from 'zod'
import { platformError } from '../errors.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { parseJson } from './parse-json.ts'

/**
 * What a JSON file holds, checked; undefined if it is not there.
 * @throws `PLATFORM_FILE_UNREADABLE`, `PLATFORM_JSON_INVALID`
 * @example await readJsonFile('/home/ada/.config/datacortex/default-space.json', z.object({ root: z.string() }))
 */
export async function readJsonFile<T>(file: string, schema: ZodType<T>): Promise<T | undefined> {
  const read = await readTextFile(file)
  if (read.ok) return parseJson(read.text, schema, { origin: file })
  if (read.code === 'ENOENT') return undefined
  throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
}
