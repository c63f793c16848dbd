import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { Skipped } from '@datacortex/notes'
import { type SpacePaths, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import { type FSWatcher, watch } from 'chokidar'
import { memoryError } from '../errors.ts'
import { debounce } from './debounce.ts'
import type { LeftOutNotes } from './find-file-changes.ts'
import { noteModels } from './open-chunks.ts'
import { type NoteIndexUpdate, type UpdateNoteIndexOptions, updateNoteIndex } from './update-note-index.ts'
import { type WatchLock, takeWatchLock } from './watch-lock.ts'

export type WatchNotesOptions = Omit<UpdateNoteIndexOptions, 'full'> & {
  /** After each update that did something, and the first one; of what was passed over, only what is new. */
  readonly onUpdate?: ((update: NoteIndexUpdate) => void) | undefined
  /** After an update that failed; watching goes on, and the next change tries again. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Pause without changes that ends a burst, in milliseconds; 300 if absent. */
  readonly quietMs?: number | undefined
}

export type NoteWatcher = AsyncDisposable & {
  /** Resolves when watching has ended by the signal or by disposing, rejects when it can't go on. */
  readonly ended: Promise<void>
}

/**
 * Keeps the index in step with the files until it is told to stop: an update now, and one after each burst of changes.
 *
 * If many notes vanish at once and `confirmDeletion` is absent, they stay in the index and the update has a finding.
 * @throws `MEMORY_SPACE_WATCHED` if the space is watched already.
 * @throws `MEMORY_WATCH_FAILED` if the system has no means left to watch.
 * @example await using watcher = await watchNotes(paths, { embedder, signal }); await watcher.ended
 */
export async function watchNotes(paths: SpacePaths, options: WatchNotesOptions): Promise<NoteWatcher> {
  options.signal?.throwIfAborted()
  const lock = await takeWatchLock(paths)
  const files = await openWatcher(paths, { signal: options.signal }).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  return keepUp(paths, { options, lock, files })
}

/** Watches the files of a space, of which all are known when it resolves. Throws `MEMORY_WATCH_FAILED`. */
export async function openWatcher(
  paths: SpacePaths,
  { signal, ignored = isIgnored }: { signal: AbortSignal | undefined; ignored?: typeof isIgnored },
): Promise<FSWatcher> {
  // Only the root may be a link itself: others are not followed, because no scan follows them.
  const root = await realpath(paths.root)
  const files = watch(root, { ignoreInitial: true, followSymlinks: false, ignored: (path) => ignored(root, path) })
  try {
    await once(files, 'ready', signal === undefined ? {} : { signal })
  } catch (error) {
    await files.close()
    signal?.throwIfAborted()
    throw watchFailure(paths, error)
  }
  return files
}

function keepUp(
  paths: SpacePaths,
  { options, lock, files }: { options: WatchNotesOptions; lock: WatchLock; files: FSWatcher },
): NoteWatcher {
  const stop = new AbortController()
  const ended = Promise.withResolvers<void>()
  // Anyone who doesn't ask how it ended has been told by `onError`.
  ended.promise.catch(() => undefined)
  let running: Promise<void> | undefined
  let again = false
  let first = true
  const reported = sayOnce()
  const update = async (): Promise<void> => {
    if (!(await lock.isValid()))
      throw memoryError('MEMORY_WATCH_FAILED', { root: paths.root, reason: 'the space was removed or replaced' })
    // Two that write with different models would make the index anew in turns.
    const { present = options.embedder.modelId } = noteModels(paths) ?? {}
    if (!first && present !== options.embedder.modelId)
      throw memoryError('MEMORY_WATCH_FAILED', {
        root: paths.root,
        reason: 'another process has indexed it with another model',
      })
    const result = await updateNoteIndex(paths, {
      confirmDeletion: () => Promise.resolve(false),
      ...options,
      full: false,
      signal: stop.signal,
    })
    const { added, changed, removed, embedded, findings } = result
    const news = { ...result, ...reported(result) }
    if (first || added + changed + removed + embedded + findings.length > 0) options.onUpdate?.(news)
    first = false
  }
  const run = (): void => {
    if (stop.signal.aborted) return
    again = running !== undefined
    running ??= update()
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        options.onError?.(error)
        if (CodedError.is(error, 'MEMORY_WATCH_FAILED')) void close(error)
      })
      .finally(() => {
        running = undefined
        if (again) run()
      })
  }
  const burst = debounce(run, { quietMs: options.quietMs ?? 300, longestMs: 5000 })
  let closing: Promise<void> | undefined
  const close = (failure?: CodedError): Promise<void> => {
    closing ??= (async () => {
      stop.abort(options.signal?.reason)
      burst.cancel()
      options.signal?.removeEventListener('abort', onAbort)
      const results = await Promise.allSettled([files.close(), running])
      await lock.release()
      const failed = failure ?? results.find((result) => result.status === 'rejected')?.reason
      if (failed === undefined) ended.resolve()
      else ended.reject(failed)
    })()
    return closing
  }
  const onAbort = (): void => void close()
  options.signal?.addEventListener('abort', onAbort)
  files.on('all', () => burst.call())
  files.on('error', (error) => {
    const failure = watchFailure(paths, error)
    options.onError?.(failure)
    void close(failure)
  })
  if (options.signal?.aborted === true) void close()
  else run()
  return { ended: ended.promise, [Symbol.asyncDispose]: () => close() }
}

type Standing = Pick<NoteIndexUpdate, 'skipped' | 'left_out'>

/** What was passed over stays so: each update tells only what the one before did not have. */
function sayOnce(): (update: Standing) => Standing {
  let before = new Set<string>()
  return ({ skipped, left_out: leftOut }) => {
    const now = new Set([...skipped, ...leftOut].map((one) => JSON.stringify(one)))
    const isNew = (one: Skipped | LeftOutNotes): boolean => !before.has(JSON.stringify(one))
    const news = { skipped: skipped.filter(isNew), left_out: leftOut.filter(isNew) }
    before = now
    return news
  }
}

/** Hidden files and folders, the program's own among them, and installed packages hold no notes. */
export function isIgnored(root: string, path: string): boolean {
  const parts = relative(root, path).split(sep)
  return parts.some((part) => part === 'node_modules' || (part.startsWith('.') && part !== '.' && part !== '..'))
}

export function watchFailure({ root }: SpacePaths, cause: unknown): CodedError {
  const code = systemErrorCode(cause)
  if (code !== 'ENOSPC' && code !== 'EMFILE')
    return memoryError('MEMORY_WATCH_FAILED', { root, reason: systemErrorReason(cause) }, { cause })
  const reason = 'the system allows no further watched files'
  const hint = 'On Linux raise the limit: sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=1024.'
  return memoryError('MEMORY_WATCH_FAILED', { root, reason, hint }, { cause })
}
