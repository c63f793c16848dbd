import type { ExecutionOutput } from '../log/execution-record.ts'

/** A file that is not what it was when a run began, by anybody's hand. */
export type ChangedFile = { readonly path: string; readonly change: 'created' | 'changed' | 'deleted' }

/** What was seen to change while a runner ran that does not tell what it writes. */
export type SpaceChanges = {
  readonly files: readonly ChangedFile[]
  /** Those that the agent may not be shown: nobody is told their names. */
  readonly hidden: readonly ChangedFile[]
  /** Why nobody looked. */
  readonly notLooked?: string | undefined
  /** Whether runs of others were under way, which may have changed them. */
  readonly othersRan: boolean
  /** The name by which `undo` takes them back, but for those of `unkept`. */
  readonly undo?: string | undefined
  readonly unkept?: readonly string[] | undefined
}

export function seenOutputs({ files }: Pick<SpaceChanges, 'files'>): readonly ExecutionOutput[] {
  return files.map(({ path, change }) => ({ path, type: `${change}${seen}` }))
}

export function isSeen({ type }: ExecutionOutput): boolean {
  return type.endsWith(seen)
}

export function changeOf({ type }: ExecutionOutput): string {
  return type.slice(0, -seen.length)
}

export function isGone({ type }: ExecutionOutput): boolean {
  return type === `deleted${seen}`
}

const seen = '-during-run'
