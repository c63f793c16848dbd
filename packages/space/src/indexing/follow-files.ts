import type { FileChange } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'

/** Who is told which files of a space change. */
export type FollowFilesOptions = {
  readonly signal: AbortSignal
  readonly onChange: (change: FileChange) => void
  /** Called once nothing more is told, but for the signal. */
  readonly onError: (error: unknown) => void
}

/** All who follow the files of a space share one watcher, which ends a little after the last of them. */
export type FilesFollowed = { readonly follow: (paths: SpacePaths, options: FollowFilesOptions) => Promise<void> }

export function filesFollowed(spaceEnds: AbortSignal): FilesFollowed {
  const followers = new Set<FollowFilesOptions>()
  let watcher: Promise<AsyncDisposable> | undefined
  let closing: NodeJS.Timeout | undefined
  let place = ''
  const leave = (one: FollowFilesOptions): void => {
    if (!followers.delete(one) || followers.size > 0) return
    // A page that is loaded anew follows again at once, and of 10,000 files each is looked at for that.
    closing = setTimeout(close, keptMs).unref()
    if (spaceEnds.aborted) close()
  }
  const close = (): void => {
    clearTimeout(closing)
    const ended = watcher
    watcher = undefined
    ended?.then(
      async (open) => await open[Symbol.asyncDispose](),
      () => undefined,
    )
  }
  spaceEnds.addEventListener('abort', close, { once: true })
  const fail = (error: unknown): void => {
    close()
    for (const one of followers) {
      leave(one)
      one.onError(error)
    }
  }
  const start = async (paths: SpacePaths): Promise<AsyncDisposable> => {
    const { watchFiles } = await import('@datacortex/memory')
    const onChange = (change: FileChange): void => followers.forEach((one) => one.onChange(change))
    return await watchFiles(paths, { onChange, onError: fail })
  }
  return {
    follow: async (paths, options) => {
      options.signal.throwIfAborted()
      clearTimeout(closing)
      // With trust its state lies elsewhere.
      if (followers.size === 0 && place !== paths.stateDirectory) close()
      place = paths.stateDirectory
      followers.add(options)
      options.signal.addEventListener('abort', () => leave(options), { once: true })
      try {
        await (watcher ??= start(paths))
      } catch (error) {
        close()
        leave(options)
        throw error
      }
    },
  }
}

const keptMs = 30_000
