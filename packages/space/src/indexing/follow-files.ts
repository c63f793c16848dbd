import type { FileChange } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'

/** Who is told which files of a space change. */
export type FollowFilesOptions = {
  readonly signal: AbortSignal
  readonly onChange: (change: FileChange) => void
  /** Called once nothing more is told, but for the signal. */
  readonly onError: (error: unknown) => void
}

/** All who follow the files of a space share one watcher, which ends with the last of them. */
export type FilesFollowed = { readonly follow: (paths: SpacePaths, options: FollowFilesOptions) => Promise<void> }

export function filesFollowed(): FilesFollowed {
  const followers = new Set<FollowFilesOptions>()
  let watcher: Promise<AsyncDisposable> | undefined
  const leave = (one: FollowFilesOptions): void => {
    if (!followers.delete(one) || followers.size > 0) return
    const ended = watcher
    watcher = undefined
    ended?.then(
      async (open) => await open[Symbol.asyncDispose](),
      () => undefined,
    )
  }
  const fail = (error: unknown): void => {
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
      followers.add(options)
      options.signal.addEventListener('abort', () => leave(options), { once: true })
      try {
        await (watcher ??= start(paths))
      } catch (error) {
        leave(options)
        throw error
      }
    },
  }
}
