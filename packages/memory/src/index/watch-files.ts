import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { debounce } from './debounce.ts'
import { isIgnored, openWatcher, watchFailure } from './watch-notes.ts'

/** What changed on the disk, no matter who wrote it. */
export type FileChange = {
  readonly kind: 'notes' | 'agents' | 'memories' | 'runs' | 'night' | 'settings'
  /** Relative to the root of the space; absent if they are too many to name. */
  readonly paths?: readonly string[] | undefined
}

/** Who is told, and until when. */
type WatchFilesOptions = {
  readonly onChange: (change: FileChange) => void
  readonly onError: (error: unknown) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Tells what changes in a space, those of one moment together. Nothing is read but names, so it needs no index and no trust.
 * @throws `MEMORY_WATCH_FAILED` if the system has no means left to watch.
 * @example await using watcher = await watchFiles(paths, { onChange: ({ kind }) => console.log(kind), onError })
 */
export async function watchFiles(
  paths: SpacePaths,
  { onChange, onError, signal }: WatchFilesOptions,
): Promise<AsyncDisposable> {
  const root = await realpath(paths.root)
  const named = (path: string): string => relative(root, path).split(sep).join('/').normalize('NFC')
  const changed = new Map<FileChange['kind'], Set<string>>()
  const tell = (): void => {
    const all = [...changed]
    changed.clear()
    for (const [kind, some] of all) onChange({ kind, ...(some.size > mostNamed ? {} : { paths: [...some] }) })
  }
  const soon = debounce(tell, { quietMs: 50, longestMs: 500 })
  const ignored = (_: string, path: string): boolean => isIgnored(root, path) && !leadsToKnown(named(path))
  const files = await openWatcher(paths, { ignored, signal })
  files.on('all', (_, path) => {
    const name = named(path)
    const kind = isIgnored(root, path) ? known.find(([place]) => isWithin(name, place))?.[1] : 'notes'
    if (kind === undefined) return
    changed.set(kind, (changed.get(kind) ?? new Set()).add(name))
    soon.call()
  })
  files.on('error', (error) => onError(watchFailure(paths, error)))
  return {
    [Symbol.asyncDispose]: async () => {
      soon.cancel()
      await files.close()
    },
  }
}

const mostNamed = 200

/** What of the program's own folder others see. */
const known: readonly (readonly [string, FileChange['kind']])[] = [
  ['.datacore/registry', 'agents'],
  ['.datacore/agents', 'agents'],
  ['.datacore/modules.lock.yaml', 'agents'],
  ['.datacore/settings.yaml', 'settings'],
  ['.datacore/state/session-memories.jsonl', 'memories'],
  ['.datacore/state/log', 'runs'],
  ['.datacore/state/running', 'runs'],
  ['.datacore/state/nightshift', 'night'],
]

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

function leadsToKnown(path: string): boolean {
  return known.some(([place]) => isWithin(path, place) || isWithin(place, path))
}
