import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'

export type RunFiles = {
  readonly directory: string
  readonly record: string
  readonly journal: string
  /** Outputs of steps and snapshots of sources, by SHA-256. */
  readonly objects: string
  readonly lock: string
}

export function runsDirectory(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'research')
}

/** Where one run lies. @param id - Checked: it is part of a path. */
export function runFiles(paths: SpacePaths, id: string): RunFiles {
  const directory = join(runsDirectory(paths), id)
  return {
    directory,
    record: join(directory, 'run.json'),
    journal: join(directory, 'journal.jsonl'),
    objects: join(directory, 'objects'),
    lock: join(paths.locksDirectory, `research-${id}`),
  }
}

export function isRunId(text: string): boolean {
  return /^r-[0-9a-f]{4,16}$/.test(text)
}

/** So long somebody who only looks may hold the lock of a run, in milliseconds. */
export const lockMs = 250
