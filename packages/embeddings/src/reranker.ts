import { patientLimit, withTimeLimit } from '@datacortex/platform'
import type { CrossEncoderFiles } from './cross-encoder-model.ts'
import type { EmbedOptions, Reranker } from './embedder.ts'
import type { EmbeddingThreads } from './embedding-threads.ts'
import { embeddingsError } from './errors.ts'
import type { Batch, BatchModel } from './loaded-model.ts'
import { threadCount } from './open-threads.ts'
import { resolveModel } from './resolve-model.ts'

type Place = { readonly cacheDir: string; readonly threads?: number | undefined; readonly limitMs?: number }

/** A cross-encoder that is loaded with the first question, in threads of its own; `limitMs`: for a question, with loading. */
export class CrossEncoder implements Reranker {
  readonly name: string
  readonly #options: Place
  #threads: Promise<EmbeddingThreads> | undefined
  #here: Promise<BatchModel> | undefined

  constructor(name: string, options: Place) {
    this.name = name
    this.#options = options
  }

  async score(
    question: string,
    texts: readonly string[],
    { signal }: Pick<EmbedOptions, 'signal'> = {},
  ): Promise<readonly number[]> {
    const scores = texts.map(() => 0)
    const pairs = texts.map((text, place) => ({ places: [place], input: [question, text] }))
    const keep = ({ places: [place = 0] }: Batch, [row]: readonly Float32Array[]): void => {
      scores[place] = 1 / (1 + Math.exp(-(row?.[0] ?? 0)))
    }
    const { limitMs: timeoutMs = patientLimit(10_000) } = this.#options
    const late = embeddingsError('EMBEDDINGS_MODEL_BROKEN', {
      model: this.name,
      reason: `it took longer than ${timeoutMs} ms for one question`,
      hint: 'Use a smaller one, or none: datacortex model use none',
    })
    const run = async (until: AbortSignal): Promise<void> => {
      this.#threads ??= this.#open().catch((error: unknown) => {
        // It may be pulled, or put there, later.
        this.#threads = undefined
        throw error
      })
      await (await this.#threads).run(pairs, keep, until)
    }
    await withTimeLimit(run, { timeoutMs, signal, late })
    return scores
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#threads?.catch(() => undefined))?.close()
    await (await this.#here?.catch(() => undefined))?.dispose()
  }

  async #open(): Promise<EmbeddingThreads> {
    const { cacheDir, threads } = this.#options
    const { name } = this
    const model = resolveModel(cacheDir, { model: name, dtype: 'fp32' })
    if (model.kind !== 'folder') {
      const hint = `datacortex model pull ${name}`
      throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model: name, reason: 'it is not on this machine', hint })
    }
    const { EmbeddingThreads, startThread } = await import('./embedding-threads.ts')
    const crossEncoder = { modelId: model.modelId, folder: model.folder, use: model.use }
    return new EmbeddingThreads({
      count: Math.min(mostThreads, threadCount(threads, model)),
      start: (gate) => startThread({ crossEncoder }, gate),
      here: async (input) => await (await this.#load(crossEncoder)).run(input),
      // The caller is told why there are no scores.
      onNote: () => {},
      answerMs: patientLimit(60_000),
      idleMs: 60_000,
    })
  }

  /** Where no thread can be had, and to tell what is wrong with a model. */
  async #load(files: CrossEncoderFiles): Promise<BatchModel> {
    const { loadCrossEncoder } = await import('./cross-encoder-model.ts')
    this.#here ??= loadCrossEncoder(files).catch((error: unknown) => {
      this.#here = undefined
      throw error
    })
    return await this.#here
  }
}

/** Each loads a model of its own for a few of twenty texts. */
const mostThreads = 4
