import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { resolveInside, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { ExecutionOutput } from '../log/execution-record.ts'
import { type CheckedRun, type OutputCheck, verdictOf } from './output-check.ts'
import { isGone, isSeen } from './space-changes.ts'

/** Every output is a file in the space, not empty, written since the run began, and as large as is asked for. */
export const outputExists: OutputCheck = {
  name: 'output_exists',
  async check(run) {
    const problems: string[] = []
    for (const output of run.outputs.filter((one) => !isGone(one))) {
      const problem = await problemOf(run, output)
      if (problem !== undefined) problems.push(`${output.path}: ${problem}`)
    }
    return run.outputs.length === 0 ? { passed: true, detail: 'no output was declared' } : verdictOf(problems)
  },
}

async function problemOf({ root, startedAt, answer, minFileSize = 1 }: CheckedRun, output: ExecutionOutput) {
  const { path } = output
  try {
    const found = await stat(await resolveInside(root, path))
    if (!found.isFile()) return 'it is no file'
    if (found.size === 0) return 'it is empty'
    if (found.size < minFileSize && path !== answer && !isSeen(output))
      return `it has ${found.size} bytes, ${minFileSize} are asked for`
    return sinceBegan(found, startedAt) ? undefined : 'it was not written since the run began'
  } catch (error) {
    if (CodedError.is(error)) return 'its path leaves the space, is not portable or passes through a symbolic link'
    if (systemErrorCode(error) === undefined) throw error
    return systemErrorReason(error)
  }
}

/** Whether a file was written since a run began. */
export function sinceBegan({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>, startedAt: Date): boolean {
  // Renaming into place changes the second time only, and a copy keeps the first one of its source.
  return Math.max(mtimeMs, ctimeMs) + coarsenessMs >= startedAt.getTime()
}

// Times of files lag behind the clock: some milliseconds on most disks, two seconds on FAT.
const coarsenessMs = 2000
