import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { executionError } from '../errors.ts'

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

/** The name of the part that comes after others. */
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
