import type { NoteIndex, openNoteIndex } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { keptOpen } from './kept-open.ts'

/** Indexes of notes that several commands of one process search; disposing closes each as soon as nobody searches it. */
export type SharedIndexes = AsyncDisposable & {
  /** As {@link openNoteIndex}, but disposing what is given only gives it back. */
  readonly open: typeof openNoteIndex
}

type Opened = { readonly version: string; readonly index: NoteIndex }

/** Keeps the index of a space open as long as nobody writes to it. */
export function sharedIndexes(options: {
  readonly open: typeof openNoteIndex
  readonly versionOf: (paths: SpacePaths) => Promise<string>
  readonly idleMs: number
}): SharedIndexes {
  const kept = keptOpen<Opened>({
    idleMs: options.idleMs,
    close: async ({ index }) => await index[Symbol.asyncDispose](),
  })
  const lent = (key: string, one: Opened): NoteIndex => lend(one.index, kept.keep(key, one)())
  return {
    open: async (paths, model) => {
      const { modelId, dimensions, anyModel = false } = model
      const key = JSON.stringify([paths.root, modelId, dimensions, anyModel])
      // From before it is opened: what is written meanwhile makes it an older one.
      const version = await options.versionOf(paths)
      const known = kept.get(key)
      if (known?.version === version) return lent(key, known)
      const fresh = { version, index: await options.open(paths, model) }
      const faster = kept.get(key)
      if (faster?.version !== version) return lent(key, fresh)
      const index = lent(key, faster)
      await fresh.index[Symbol.asyncDispose]()
      return index
    },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}

function lend(index: NoteIndex, leave: () => Promise<void>): NoteIndex {
  return {
    chunks: index.chunks,
    graph: async () => await index.graph(),
    stateOf: async (path, stamp) => await index.stateOf(path, stamp),
    [Symbol.asyncDispose]: leave,
  }
}
