import { stat } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { resolveInside, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { CheckedRun, OutputCheck } from './output-check.ts'
import { isGone } from './space-changes.ts'
import { verdictOf } from './verdict-of.ts'

/** Every declared output is a file in the space, is not empty and was written since the run began. */
export const outputExists: OutputCheck = {
  name: 'output_exists',
  async check(run) {
    const problems: string[] = []
    for (const { path } of run.outputs.filter((output) => !isGone(output))) {
      const problem = await problemOf(run, path)
      if (problem !== undefined) problems.push(`${path}: ${problem}`)
    }
    return run.outputs.length === 0 ? { passed: true, detail: 'no output was declared' } : verdictOf(problems)
  },
}

async function problemOf({ root, startedAt }: CheckedRun, path: string): Promise<string | undefined> {
  try {
    const found = await stat(await resolveInside(root, path))
    if (!found.isFile()) return 'it is no file'
    if (found.size === 0) return 'it is empty'
    // Renaming into place changes the second time only, and a copy keeps the first one of its source.
    const changedAt = Math.max(found.mtimeMs, found.ctimeMs)
    return changedAt + coarsenessMs < startedAt.getTime() ? 'it was not written since the run began' : undefined
  } catch (error) {
    if (CodedError.is(error)) return 'its path leaves the space, is not portable or passes through a symbolic link'
    if (systemErrorCode(error) === undefined) throw error
    return systemErrorReason(error)
  }
}

// Times of files lag behind the clock: some milliseconds on most disks, two seconds on FAT.
const coarsenessMs = 2000
