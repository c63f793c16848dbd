import type { OnProgress } from '@datacortex/platform'
import type { ModelSettings } from './model-settings.ts'

export type EmbedOptions = {
  /** Checked before each batch; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each batch with the number of finished texts and of all texts. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Whether nobody waits for these texts alone: they are embedded in threads, as long lists always are. */
  readonly inThreads?: boolean | undefined
  /** Whether they are questions, or texts that questions find, which some models tell apart; texts if absent. */
  readonly as?: 'query' | 'text' | undefined
}

/**
 * Turns texts into vectors: the port that search and registry depend on.
 *
 * Vectors of one `modelId` may be compared with each other, vectors of two never.
 * @example
 * const [query, ...agents] = await embedder.embed(['my pod crashes', 'Kubernetes expert', 'Tax adviser'])
 */
export type Embedder = {
  /** Name, weights and number type of the model; known without loading it. Store it with every vector. */
  readonly modelId: string
  readonly dimensions: number
  /** Unit vectors (dot product = cosine) in the order of the texts; `[]` gives `[]` without loading anything. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>
  /** Share of words that the model doesn't know, 0–1: vectors of such texts are all alike. Absent if unknown. */
  unknownShare?(text: string, options?: Pick<EmbedOptions, 'signal'>): Promise<number>
  /** Those of some words in lower case that the model reads in pieces, such as mistyped ones. Absent if unknown. */
  dividedWords?(words: readonly string[], options?: Pick<EmbedOptions, 'signal'>): Promise<readonly string[]>
  /** An embedder of another model on this machine, for what was indexed by it; freed with this one. */
  ofModel?(modelId: string): Embedder | undefined
  /** Ranks what was found first anew, if the settings name one. It is freed with this embedder. */
  readonly reranker?: Reranker | undefined
  /** Frees the model. Safe to call twice; later calls of `embed` reject. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A cross-encoder: it reads a question and a text together, which takes far longer than comparing vectors, and knows more. */
export type Reranker = {
  /** As the settings name it. */
  readonly name: string
  /** How well each of some texts answers a question, 0–1, in their order. */
  score(question: string, texts: readonly string[], options?: Pick<EmbedOptions, 'signal'>): Promise<readonly number[]>
}

export type EmbedderOptions = {
  /** Folder for the converted or downloaded model; shared by all spaces of a user. */
  readonly cacheDir: string
  /** The packaged model if absent. */
  readonly model?: ModelSettings | undefined
  /** Texts per run of the model at most, at least 1; as many as are fastest if absent. */
  readonly batchSize?: number | undefined
  /** Threads at most that embed long lists; as many as there are cores for this process if absent, none if 0. */
  readonly threads?: number | undefined
  /** Called with what went wrong and was done otherwise, such as by a thread in place of one that ended, as a clause. */
  readonly onNote?: ((note: string) => void) | undefined
  /** Called during the conversion of the packaged model, in bytes (stage `convert`). */
  readonly onProgress?: OnProgress | undefined
}
