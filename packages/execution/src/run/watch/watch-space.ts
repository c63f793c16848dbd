import type { SpacePaths } from '@datacortex/platform'
import type { SpaceChanges } from '../../checks/space-changes.ts'
import type { ChosenRunner } from '../../runners/choose-runner.ts'
import { runningOthers } from '../marker/run-marker.ts'
import { journalChanges, readFormer } from './former-contents.ts'
import { changesBetween, takeSnapshot } from './space-snapshot.ts'
import { readSpawned } from '../marker/spawned-agents.ts'

export type WatchSpaceOptions = {
  readonly id: string
  /** Agents whose runs wait for this one. */
  readonly callers: readonly string[]
  readonly chosen: ChosenRunner
  /** Why the agent may not be shown a path; undefined if it may. */
  readonly whyHidden: (path: string) => string | undefined
  /** Whether it is within what the agent may write. */
  readonly mayWrite: (path: string) => boolean
}

/** Looks at a space before and after a runner that may write, as it does not tell what files it wrote. */
export async function watchSpace(
  paths: SpacePaths,
  { chosen, ...options }: WatchSpaceOptions,
): Promise<() => Promise<SpaceChanges | undefined>> {
  if (!isWriter(chosen)) return async () => await Promise.resolve(undefined)
  const others = await runningOthers(paths, options)
  const before = await takeSnapshot(paths)
  const isHidden = (path: string): boolean => options.whyHidden(path) !== undefined
  // Beside others nothing is kept, so nothing is read for it.
  const isAlone = 'files' in before && !others
  const former = isAlone ? await readFormer(paths, before, { ...options, isHidden }) : new Map<string, Uint8Array>()
  return async () => {
    const after = 'files' in before ? await takeSnapshot(paths) : before
    // Agents that this one started wrote by their own rights.
    const started = (await readSpawned(paths, options.id)).agents.length > 0
    const othersRan = others || started || (await runningOthers(paths, options))
    if (!('files' in before && 'files' in after))
      return { files: [], hidden: [], othersRan, notLooked: 'notTaken' in after ? after.notTaken : undefined }
    const changed = changesBetween(before, after)
    const files = changed.filter(({ path }) => !isHidden(path))
    // Nobody knows then whose hand it was.
    const kept = othersRan ? {} : await journalChanges(paths, { id: options.id, files, former })
    return { files, hidden: changed.filter(({ path }) => isHidden(path)), othersRan, ...kept }
  }
}

function isWriter(chosen: ChosenRunner): boolean {
  if (chosen.kind !== 'plugin') return false
  const { commands, writes } = chosen.module.manifest.permissions
  return commands.length > 0 || writes.length > 0
}
