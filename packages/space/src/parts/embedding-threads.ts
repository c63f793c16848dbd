import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Embedder } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import type { OnProgress, Settings } from '@datacortex/platform'

/** What a thread is told. */
export type ToThread = { readonly job: number; readonly texts: readonly string[] } | 'close'

/** What it answers. */
export type FromThread =
  | { readonly job: number; readonly vectors: readonly Float32Array[] }
  | {
      readonly job: number
      readonly error: {
        readonly code?: string | undefined
        readonly hint?: string | undefined
        readonly message: string
      }
    }
  | { readonly progress: Parameters<OnProgress>[0] }

/** How the threads are opened. */
export type EmbeddingThreadsOptions = {
  /** Threads at most, each with a model of its own in memory. */
  readonly count: number
  readonly settings: Settings['embeddings']
  readonly onProgress: OnProgress
}

/**
 * An embedder whose model runs in threads: the program goes on meanwhile, and several texts are embedded at the same
 * time. A thread is started when all the others are at work.
 *
 * @param model - Of the same settings; it is asked for its name only, and stays with its owner.
 */
export function embeddingThreads(model: Embedder, options: EmbeddingThreadsOptions): Embedder {
  const { modelId, dimensions } = model
  const threads: EmbeddingThread[] = []
  const next = (): EmbeddingThread => {
    // One whose model could not be opened has ended, and nobody would answer.
    for (const ended of threads.filter(({ hasEnded }) => hasEnded)) threads.splice(threads.indexOf(ended), 1)
    const idle = threads.find(({ waiting }) => waiting === 0)
    if (idle !== undefined) return idle
    if (threads.length >= options.count) return threads.toSorted((a, b) => a.waiting - b.waiting)[0] ?? start()
    return start()
  }
  const start = (): EmbeddingThread => {
    const thread = new EmbeddingThread(options)
    threads.push(thread)
    return thread
  }
  return {
    modelId,
    dimensions,
    embed: async (texts, { signal } = {}) => {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const vectors = await next().embed(texts)
      signal?.throwIfAborted()
      return vectors
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(threads.map(async (thread) => await thread.close()))
    },
  }
}

type Job = {
  readonly resolve: (vectors: readonly Float32Array[]) => void
  readonly reject: (error: Error) => void
}

class EmbeddingThread {
  readonly #worker: Worker
  readonly #jobs = new Map<number, Job>()
  #last = 0
  #hasEnded = false

  constructor({ settings, onProgress }: EmbeddingThreadsOptions) {
    const file = new URL(`./embedding-thread${extname(import.meta.filename)}`, import.meta.url)
    this.#worker = new Worker(file, { name: 'embedding', workerData: settings })
    this.#worker.on('message', (message: FromThread) => {
      if ('progress' in message) onProgress(message.progress)
      else if ('error' in message) this.#take(message.job)?.reject(errorOf(message.error))
      else this.#take(message.job)?.resolve(message.vectors)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread of the model has ended')))
  }

  /** Whether it answers no more. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Lists of texts that it has not answered yet. */
  get waiting(): number {
    return this.#jobs.size
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.#last += 1
    const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>()
    this.#jobs.set(this.#last, { resolve, reject })
    this.#worker.postMessage({ job: this.#last, texts } satisfies ToThread, [])
    return await promise
  }

  async close(): Promise<void> {
    if (this.#worker.threadId === -1) return
    const gone = once(this.#worker, 'exit')
    this.#worker.postMessage('close' satisfies ToThread, [])
    await gone
  }

  #take(job: number): Job | undefined {
    const found = this.#jobs.get(job)
    this.#jobs.delete(job)
    return found
  }

  #fail(error: unknown): void {
    this.#hasEnded = true
    for (const job of this.#jobs.keys())
      this.#take(job)?.reject(error instanceof Error ? error : new Error(String(error)))
  }
}

function errorOf({ code, hint, message }: Extract<FromThread, { error: unknown }>['error']): Error {
  return code === undefined ? new Error(message) : new CodedError(code, message, { hint })
}
