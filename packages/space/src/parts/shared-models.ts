import type { Embedder } from '@datacortex/embeddings'
import type { openModel } from './model.ts'
import { keptOpen } from './kept-open.ts'

/** Models that several commands of one process ask; disposing closes each as soon as nobody asks it any more. */
export type SharedModels = AsyncDisposable & {
  /** As {@link openModel}, but disposing what is given only gives it back. */
  readonly open: typeof openModel
  /** Whether one of them has answered already. */
  readonly isLoaded: () => boolean
}

/** Keeps one open embedder for a model, however many ask at once. `open` must load nothing before its first text. */
export function sharedModels(options: { readonly open: typeof openModel; readonly idleMs: number }): SharedModels {
  let isLoaded = false
  const answered = (): void => {
    isLoaded = true
  }
  const kept = keptOpen<Embedder>({
    idleMs: options.idleMs,
    close: async (embedder) => {
      isLoaded = false
      await embedder[Symbol.asyncDispose]()
    },
  })
  return {
    isLoaded: () => isLoaded,
    open: async (settings, onProgress) => {
      // Opened each time, which costs nothing: what is in a folder of the user's may be another model by now.
      const fresh = await options.open(settings, onProgress)
      const key = JSON.stringify([fresh.modelId, settings])
      const known = kept.get(key)
      const embedder = known ?? fresh
      const lent = lend(embedder, { enter: kept.keep(key, embedder), answered })
      if (known !== undefined) await fresh[Symbol.asyncDispose]()
      return lent
    },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}

type Uses = { readonly enter: () => () => Promise<void>; readonly answered: () => void }

type Asked = { readonly key: string; readonly vectors: Promise<readonly Float32Array[]> }

const lastAsked = new WeakMap<Embedder, Asked>()

/** One question goes to several indexes, which ask the model for the same. */
async function askedOnce(
  embedder: Embedder,
  { texts, embed }: { readonly texts: readonly string[]; readonly embed: () => Asked['vectors'] },
): Asked['vectors'] {
  const key = JSON.stringify(texts)
  for (let known = lastAsked.get(embedder); known?.key === key;) {
    // Who asked first may have been cancelled: then one of the others asks.
    const vectors = await known.vectors.catch(() => undefined)
    if (vectors !== undefined) return vectors
    const now = lastAsked.get(embedder)
    if (now === known) break
    known = now
  }
  const asked = { key, vectors: embed() }
  lastAsked.set(embedder, asked)
  return await asked.vectors
}

/** An embedder that is used from now until it is disposed, and as long as it is at work. */
function lend(embedder: Embedder, uses: Uses): Embedder {
  const { enter, answered } = uses
  const { modelId, dimensions, reranker } = embedder
  let leave: (() => Promise<void>) | undefined = enter()
  const working = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (leave === undefined) {
      const { embeddingsError } = await import('@datacortex/embeddings')
      throw embeddingsError('EMBEDDINGS_CLOSED', { modelId })
    }
    // Anyone who is cancelled may give it back before the model has done with the text.
    const done = enter()
    try {
      return await work()
    } finally {
      await done()
    }
  }
  const others = new Map<string, Embedder>()
  return {
    modelId,
    dimensions,
    embed: async (texts, given) => {
      const embed = async (): Promise<readonly Float32Array[]> => {
        const vectors = await working(async () => await embedder.embed(texts, given))
        answered()
        return vectors
      }
      return given?.as === 'query' && leave !== undefined ? await askedOnce(embedder, { texts, embed }) : await embed()
    },
    ...(embedder.unknownShare !== undefined && {
      unknownShare: async (text, given) => await working(async () => (await embedder.unknownShare?.(text, given)) ?? 0),
    }),
    ...(embedder.dividedWords !== undefined && {
      dividedWords: async (words, given) =>
        await working(async () => (await embedder.dividedWords?.(words, given)) ?? []),
    }),
    reranker: reranker && {
      name: reranker.name,
      score: async (...given) => await working(async () => await reranker.score(...given)),
    },
    ofModel: (id) => {
      const other = leave === undefined ? undefined : (others.get(id) ?? embedder.ofModel?.(id))
      if (other === undefined || others.has(id)) return other
      const lent = lend(other, uses)
      others.set(id, lent)
      return lent
    },
    [Symbol.asyncDispose]: async () => {
      const given = leave
      leave = undefined
      await Promise.all([...others.values()].map(async (other) => await other[Symbol.asyncDispose]()))
      await given?.()
    },
  }
}
