import type { FeatureExtractionPipeline } from '@xenova/transformers'
import type { OnProgress } from '@datacortex/platform'
import type { Embedder, EmbedOptions } from './embedder.ts'
import { embedBatch } from './embed-batch.ts'
import { embeddingsError } from './errors.ts'
import { loadPipeline } from './load-pipeline.ts'
import type { ModelSettings } from './model-settings.ts'
import { planBatches } from './plan-batches.ts'
import { resolveModel, settingOfModel } from './resolve-model.ts'
import type { ResolvedModel } from './resolve-model.ts'
import { unknownShare } from './unknown-share.ts'

// 256 tokens are about 1,000 characters of English. Small batches stay in the processor's caches: a thread embeds mixed
// texts a third faster with 2,000 characters at a time than with 8,000, and takes 85 MB less.
const batchLimits = { textCharacters: 1000, batchCharacters: 2000 }
const textsPerBatch = 16

/** Where the model lives and which one it is. */
export type EmbedderOptions = {
  /** Folder for the converted or downloaded model; shared by all spaces of a user. */
  readonly cacheDir: string
  /** The packaged model if absent. */
  readonly model?: ModelSettings | undefined
  /** Texts per run of the model, at least 1; 16 if absent. */
  readonly batchSize?: number | undefined
  /** Told about the conversion of the packaged model, in bytes (stage `convert`). */
  readonly onProgress?: OnProgress | undefined
}

/**
 * Opens a local embedder. Nothing is loaded, not even the library, before the first text.
 *
 * @param options - Cache folder, model, batch size.
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
  readonly #model: ResolvedModel
  readonly #options: EmbedderOptions
  #loading: Promise<FeatureExtractionPipeline> | undefined
  readonly #others = new Map<string, Embedder>()
  #closed = false

  constructor(model: ResolvedModel, options: EmbedderOptions) {
    this.modelId = model.modelId
    this.dimensions = model.dimensions
    this.#model = model
    this.#options = options
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<readonly Float32Array[]> {
    const { signal, onProgress } = options
    signal?.throwIfAborted()
    if (this.#closed) throw embeddingsError('EMBEDDINGS_CLOSED', { modelId: this.modelId })
    if (texts.length === 0) return []
    const extract = await abortable(this.#load(), signal)
    const vectors = texts.map((): Float32Array => new Float32Array(0))
    let done = 0
    for (const batch of planBatches(texts, { ...batchLimits, batchSize: this.#options.batchSize ?? textsPerBatch })) {
      signal?.throwIfAborted()
      const chosen = batch.map((index) => texts[index] ?? '')
      const rows = await embedBatch(extract, chosen)
      this.#check(rows)
      batch.forEach((index, row) => {
        vectors[index] = rows[row] ?? new Float32Array(0)
      })
      done += batch.length
      onProgress?.(done, texts.length)
    }
    return vectors
  }

  async unknownShare(text: string, { signal }: Pick<EmbedOptions, 'signal'> = {}): Promise<number> {
    signal?.throwIfAborted()
    if (this.#closed) throw embeddingsError('EMBEDDINGS_CLOSED', { modelId: this.modelId })
    return unknownShare(await abortable(this.#load(), signal), text)
  }

  ofModel(modelId: string): Embedder | undefined {
    if (this.#closed) return undefined
    if (modelId === this.modelId) return this
    const known = this.#others.get(modelId)
    const model = known === undefined ? settingOfModel(this.#options.cacheDir, modelId) : undefined
    if (model === undefined) return known
    const other = openEmbedder({ ...this.#options, model })
    this.#others.set(modelId, other)
    return other
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    for (const other of this.#others.values()) await other[Symbol.asyncDispose]()
    const loading = this.#loading
    this.#loading = undefined
    const loaded = await loading?.catch(() => undefined)
    await loaded?.dispose()
  }

  /** Callers at the same time share one load; a failed one is not kept, so that a later call can succeed. */
  #load(): Promise<FeatureExtractionPipeline> {
    this.#loading ??= loadPipeline(this.#model, this.#options).catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  #check(rows: readonly Float32Array[]): void {
    const wrong = rows.find((row) => row.length !== this.dimensions)
    if (wrong === undefined) return
    const reason = `its vectors have ${wrong.length} numbers, expected ${this.dimensions}`
    throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', {
      model: this.modelId,
      reason,
      hint: 'Set `dimensions` of the model to that number.',
    })
  }
}

async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
