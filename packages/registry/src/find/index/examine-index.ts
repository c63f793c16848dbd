import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { findPlace, freshIndex } from './find-place.ts'
import { readIndexState } from './index-state.ts'
import type { FinderOptions } from './refresh-index.ts'

/** Whether the index of a space is in step, and what is to be said of it. */
export type IndexExamination = {
  readonly index: 'fresh' | 'stale' | 'absent'
  readonly findings: readonly Finding[]
}

/** Looks whether the index is in step and whether the space can be written. Changes nothing. */
export async function examineIndex(
  paths: SpacePaths,
  options: Pick<FinderOptions, 'bundledDirectory' | 'utterances'> = {},
): Promise<IndexExamination> {
  const place = await findPlace(paths)
  const index =
    (await freshIndex(paths, options)) !== undefined
      ? 'fresh'
      : (await readIndexState(place)) === undefined
        ? 'absent'
        : 'stale'
  return { index, findings: [...indexFindings(index), ...(place === paths ? [] : [readOnly(paths)])] }
}

function indexFindings(index: IndexExamination['index']): readonly Finding[] {
  if (index === 'fresh') return []
  const message = index === 'absent' ? 'agents are not indexed yet' : 'agents changed since they were indexed'
  const hint = 'The next find brings it up to date by itself.'
  return [infoFinding(index === 'absent' ? 'INDEX_ABSENT' : 'INDEX_STALE', 'find', { message, hint })]
}

function readOnly(paths: SpacePaths): Finding {
  const message = 'nothing can be written here: agents are found and listed, but nothing is added, run or remembered'
  const hint = 'If that is not wanted, check the owner and the permissions of .datacore and how its disk is mounted.'
  return warningFinding('SPACE_READ_ONLY', paths.datacore, { message, hint })
}
