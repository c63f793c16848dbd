import { type FSWatcher, watch } from 'node:fs'
import { systemErrorCode } from '@datacortex/platform'

/** Folders that are watched, also those that are not there yet. */
export type WatchedFolders = Disposable & {
  /** Whether something may have changed since the last time, as at the first time. */
  readonly takeChanges: () => boolean
}

/** Watches the files of folders. One that the system can't watch has always changed. */
export function watchFolders(folders: readonly string[]): WatchedFolders {
  const watchers = new Map<string, FSWatcher>()
  let isChanged = true
  const stop = (): void => {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
  const changed = (): void => {
    isChanged = true
  }
  const start = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      watchers.set(folder, watch(folder, { persistent: false }, changed).on('error', changed))
      changed()
    } catch (error) {
      // Without a folder there is nothing that could change.
      if (systemErrorCode(error) !== 'ENOENT') changed()
    }
  }
  return {
    takeChanges: () => {
      // A folder that was removed and made again is another one.
      if (isChanged) stop()
      for (const folder of folders) start(folder)
      const taken = isChanged
      isChanged = false
      return taken
    },
    [Symbol.dispose]: stop,
  }
}
