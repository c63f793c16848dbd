import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, readTextFile, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { statSync } from 'node:fs'

export function logFiles(paths: SpacePaths) {
  return {
    active: join(paths.stateDirectory, 'execution_log.yaml'),
    lock: join(paths.locksDirectory, 'execution-log'),
    idIndex: join(paths.cacheDirectory, 'execution', 'log-ids'),
  }
}

/** Names of the older parts, oldest first. Throws `EXECUTION_LOG_UNREADABLE` if their folder can't be read. */
export async function olderParts(paths: SpacePaths): Promise<readonly string[]> {
  try {
    const names = (await readdir(paths.stateDirectory)).filter((name) => partName.test(name)).sort()
    // Beyond 999,999 the names have one digit more.
    return names.sort((a, b) => digitsOf(a) - digitsOf(b))
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return []
    if (code === undefined) throw error
    const reason = systemErrorReason(error)
    throw executionError('EXECUTION_LOG_UNREADABLE', { file: paths.stateDirectory, reason }, { cause: error })
  }
}

export function nextPartName(names: readonly string[], { damaged }: { damaged: boolean }): string {
  const number = partNumber(names.at(-1) ?? '') + 1
  return `execution_log.${String(number).padStart(6, '0')}${damaged ? '.damaged' : ''}.yaml`
}

const partName = /^execution_log\.(\d{6,15})(?:\.damaged)?\.yaml$/

function digitsOf(name: string): number {
  return name.indexOf('.', 'execution_log.'.length)
}

/** Where an older part stands among the others. */
export function partNumber(name: string): number {
  return Number(partName.exec(name)?.[1] ?? 0)
}

/** Tells one text of a closed part from another: a person may mend a part, so its name does not say what is in it. */
export function partStamp(paths: SpacePaths, name: string): string | undefined {
  try {
    const { size, mtimeMs } = statSync(join(paths.stateDirectory, name))
    return `${size}-${mtimeMs}`
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

/** A part that has grown beyond this is closed. Each append writes the part anew, so this bounds its cost. */
export const defaultPartBytes = 65_536

/** No entry is larger; what a run says belongs into files, not into its log. */
export const largestEntryBytes = 1_000_000

/** Larger files are not parts of a log. */
export const largestPartBytes = 200_000_000

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
