import { type SpacePaths, readTextFile } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { logFiles } from './log-files.ts'
import { largestPartBytes } from './log-limits.ts'

/** The part that is written to; `text` is undefined if the file is no text at all. */
export type Active = { readonly text: string | undefined; readonly sizeBytes: number }

/** Reads the part of the log that is written to; undefined if there is none. Throws `EXECUTION_LOG_UNREADABLE`. */
export async function readActive(paths: SpacePaths): Promise<Active | undefined> {
  const { active: file } = logFiles(paths)
  const read = await readTextFile(file, { maxBytes: largestPartBytes })
  if (read.ok) return { text: read.text, sizeBytes: read.bytes.length }
  if (read.code === 'ENOENT') return undefined
  // A file of rubbish can be set aside; one that may not be read, or a folder, needs a person.
  if (read.code !== undefined) throw executionError('EXECUTION_LOG_UNREADABLE', { file, reason: read.reason })
  return { text: undefined, sizeBytes: Infinity }
}
