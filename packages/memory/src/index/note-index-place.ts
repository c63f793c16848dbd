import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'

export type NoteIndexPlace = {
  /** Folder of the collection; part of the cache. */
  readonly directory: string
  readonly graphFile: string
  /** Held by the process that updates the index; outside of the cache, which may be deleted at any time. */
  readonly updateLock: string
  /** Held by the process that watches the space. */
  readonly watchLock: string
}

export function noteIndexPlace(paths: SpacePaths): NoteIndexPlace {
  const directory = join(paths.cacheDirectory, 'memory')
  return {
    directory,
    graphFile: join(directory, 'graph.json'),
    updateLock: join(paths.locksDirectory, 'note-index'),
    watchLock: join(paths.locksDirectory, 'note-watch'),
  }
}
