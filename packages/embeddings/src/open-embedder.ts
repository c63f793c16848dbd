import { setImmediate } from 'node:timers/promises'
import { orAborted } from '@datacortex/platform'
import type { Embedder, EmbedderOptions, EmbedOptions } from './embedder.ts'
import { embeddingsError } from './errors.ts'
import { loadModel } from './load-model.ts'
import type { Batch, LoadedModel } from './loaded-model.ts'
import type { EmbeddingThreads } from './embedding-threads.ts'
import { CrossEncoder } from './reranker.ts'
import { openThreads } from './open-threads.ts'
import { type ResolvedModel, resolveModel, settingOfModel } from './resolve-model.ts'

/** Fewer texts take less time than threads take to start. */
const fewTexts = 32

/**
 * Opens a local embedder. Nothing is loaded, not even the library, before the first text.
 * @throws `EMBEDDINGS_MODEL_NOT_FOUND` if the model is a folder that lacks files, or no path and no hub id.
 * @example
 * await using embedder = openEmbedder({ cacheDir: userPaths().cache })
 * const [vector] = await embedder.embed(['my pod keeps crash looping'])
 * @see https://arxiv.org/abs/1908.10084 for sentence embeddings by mean pooling
 */
export function openEmbedder(options: EmbedderOptions): Embedder {
  return new LocalEmbedder(resolveModel(options.cacheDir, options.model), options)
}

class LocalEmbedder implements Embedder {
  readonly modelId: string
  readonly dimensions: number
  readonly reranker: CrossEncoder | undefined
  readonly #model: ResolvedModel
  readonly #options: EmbedderOptions
  #loading: Promise<LoadedModel> | undefined
  #threads: Promise<EmbeddingThreads | undefined> | undefined
  readonly #others = new Map<string, Embedder>()
  #closed = false

  constructor(model: ResolvedModel, options: EmbedderOptions) {
    this.modelId = model.modelId
    this.dimensions = model.dimensions
    this.#model = model
    this.#options = options
    const { reranker: name = 'none' } = options.model ?? {}
    if (name !== 'none') this.reranker = new CrossEncoder(name, options)
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<readonly Float32Array[]> {
    const { signal, onProgress, inThreads = texts.length >= fewTexts } = options
    this.#checkOpen(signal)
    if (texts.length === 0) return []
    const model = await orAborted(this.#load(), signal)
    const vectors = texts.map((): Float32Array => new Float32Array(0))
    let done = 0
    const keep = ({ places }: Batch, rows: readonly Float32Array[]): void => {
      this.#check(rows)
      places.forEach((place, row) => {
        vectors[place] = rows[row] ?? new Float32Array(0)
      })
      done += places.length
      onProgress?.(done, texts.length)
    }
    const { queryPrefix, textPrefix } = this.#model.use
    const prefix = options.as === 'query' ? queryPrefix : textPrefix
    const read = prefix === '' ? texts : texts.map((text) => prefix + text.trimStart())
    const batches = model.batches(read, this.#options.batchSize)
    if (inThreads) this.#threads ??= openThreads(this.#model, { here: model.run, ...this.#options })
    const threads = inThreads ? await this.#threads : undefined
    if (threads !== undefined) {
      await threads.run(batches, keep, signal)
      return vectors
    }
    for (const batch of batches) {
      signal?.throwIfAborted()
      keep(batch, await model.run(batch.input))
    }
    // A session blocks the thread: what was answered meanwhile, such as a look-up of words, goes on before vectors are compared.
    await setImmediate()
    return vectors
  }

  async unknownShare(text: string, { signal }: Pick<EmbedOptions, 'signal'> = {}): Promise<number> {
    this.#checkOpen(signal)
    return (await orAborted(this.#load(), signal)).unknownShare(text)
  }

  async dividedWords(words: readonly string[], { signal }: Pick<EmbedOptions, 'signal'> = {}) {
    this.#checkOpen(signal)
    if (words.length === 0) return []
    const { isWhole } = await orAborted(this.#load(), signal)
    return words.filter((word) => !isWhole(word))
  }

  ofModel(modelId: string): Embedder | undefined {
    if (this.#closed) return undefined
    if (modelId === this.modelId) return this
    const known = this.#others.get(modelId)
    const { cacheDir, model: own } = this.#options
    const model = known === undefined ? settingOfModel(cacheDir, modelId, own?.former) : undefined
    if (model === undefined) return known
    const other = openEmbedder({ ...this.#options, model })
    this.#others.set(modelId, other)
    return other
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    for (const other of this.#others.values()) await other[Symbol.asyncDispose]()
    await (await this.#threads)?.close()
    await this.reranker?.[Symbol.asyncDispose]()
    const loading = this.#loading
    this.#loading = undefined
    const loaded = await loading?.catch(() => undefined)
    await loaded?.dispose()
  }

  #checkOpen(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted()
    if (this.#closed) throw embeddingsError('EMBEDDINGS_CLOSED', { modelId: this.modelId })
  }

  /** Callers at the same time share one load; a failed one is not kept, so that a later call can succeed. */
  #load(): Promise<LoadedModel> {
    this.#loading ??= loadModel(this.#model, this.#options).catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  #check(rows: readonly Float32Array[]): void {
    const wrong = rows.find((row) => row.length !== this.dimensions)
    if (wrong === undefined) return
    const reason = `its vectors have ${wrong.length} numbers, expected ${this.dimensions}`
    const hint = 'Choose another model: datacortex model list'
    throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', { model: this.modelId, reason, hint })
  }
}
