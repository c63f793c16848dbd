import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { orAborted } from '@datacortex/platform'
import { type CallGate, closeGate, newCallGate, watchGate } from './call-gate.ts'
import type { CrossEncoderFiles } from './cross-encoder-model.ts'
import type { Batch, BatchInput, BatchModel } from './loaded-model.ts'
import type { ResolvedModel } from './resolve-model.ts'

export type ThreadModel = ResolvedModel | { readonly int8Folder: string } | { readonly crossEncoder: CrossEncoderFiles }

/** What a thread starts with. */
export type ThreadData = { readonly model: ThreadModel; readonly gate: CallGate }

export type ToThread = { readonly input: BatchInput } | 'close'

/** What it answers, in the order in which it was sent. */
export type FromThread = { readonly vectors: readonly Float32Array[] } | { readonly problem: string }

export type EmbeddingThreadsOptions = {
  /** Threads at most, each with a model of its own in memory. */
  readonly count: number
  readonly start: (gate: CallGate) => Worker
  readonly here: BatchModel['run']
  /** Called when a thread fails, as a clause. */
  readonly onNote: (note: string) => void
  /** Calls back after some time unless it is cancelled; that of Node if absent. */
  readonly startTimer?: ((run: () => void, ms: number) => () => void) | undefined
  /** How long a thread may take for a batch, and how long one without work is kept. */
  readonly answerMs: number
  readonly idleMs: number
}

export function startThread(model: ThreadModel, gate: CallGate): Worker {
  const file = new URL(`./embedding-thread${extname(import.meta.filename)}`, import.meta.url)
  return new Worker(file, { name: 'embedding', workerData: { model, gate } satisfies ThreadData })
}

type Call = { readonly waiting: Job[] }
type Job = {
  readonly call: Call
  readonly input: BatchInput
  readonly done: (vectors: readonly Float32Array[]) => void
  readonly failed: (error: unknown) => void
  tries: number
}

/** Threads that embed batches. Calls with less left go first; what a failed thread had goes to another one. */
export class EmbeddingThreads {
  readonly #options: EmbeddingThreadsOptions
  readonly #threads = new Set<Thread>()
  readonly #calls = new Set<Call>()
  #most: number

  constructor(options: EmbeddingThreadsOptions) {
    this.#options = options
    this.#most = options.count
  }

  /** Embeds batches in any order; rejects as soon as the signal does, or with what `keep` throws. */
  async run(
    batches: readonly Batch[],
    keep: (batch: Batch, vectors: readonly Float32Array[]) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const call: Call = { waiting: [] }
    const finished = batches.map(async (batch) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>()
      call.waiting.push({ call, input: batch.input, done: resolve, failed: reject, tries: 0 })
      const vectors = await promise
      if (this.#calls.has(call)) keep(batch, vectors)
    })
    this.#calls.add(call)
    this.#assign()
    try {
      await orAborted(Promise.all(finished), signal)
    } finally {
      this.#calls.delete(call)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(async (thread) => await thread.close()))
  }

  #assign(): void {
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      const thread = this.#thread()
      if (thread === undefined && this.#threads.size > 0) return
      job.call.waiting.pop()
      if (thread !== undefined && job.tries < mostTries) thread.take(job)
      // Failures of the model itself are passed on as they are.
      else this.#options.here(job.input).then(job.done, job.failed)
    }
  }

  /** The longest texts of a call are its last ones: they go first, so that no thread is left with them alone. */
  #next(): Job | undefined {
    const open = [...this.#calls].filter(({ waiting }) => waiting.length > 0)
    return open.toSorted((one, other) => one.waiting.length - other.waiting.length)[0]?.waiting.at(-1)
  }

  #thread(): Thread | undefined {
    const [least] = [...this.#threads].toSorted((one, other) => one.jobs.length - other.jobs.length)
    if (least !== undefined && least.jobs.length === 0) return least
    if (this.#threads.size < this.#most) return this.#start()
    return least !== undefined && least.jobs.length < jobsAhead ? least : undefined
  }

  #start(): Thread | undefined {
    try {
      const thread: Thread = new Thread(this.#options, {
        answered: () => this.#assign(),
        ended: (jobs) => {
          this.#threads.delete(thread)
          for (const job of jobs) job.call.waiting.push(job)
          this.#assign()
        },
      })
      this.#threads.add(thread)
      return thread
    } catch (error) {
      this.#most = this.#threads.size
      this.#options.onNote(`no further thread of the model can be started (${String(error)})`)
      return undefined
    }
  }
}

/** The next batch waits in the thread, which so needs not wait for the program. */
const jobsAhead = 2
/** A batch that no thread gets done may be the reason itself. */
const mostTries = 3

type Listener = { readonly answered: () => void; readonly ended: (left: readonly Job[]) => void }

class Thread {
  readonly jobs: Job[] = []
  readonly #gate = newCallGate()
  readonly #worker: Worker
  readonly #options: EmbeddingThreadsOptions
  readonly #listener: Listener
  #cancelTimer: () => void = () => {}
  #hasEnded = false

  constructor(options: EmbeddingThreadsOptions, listener: Listener) {
    this.#worker = options.start(this.#gate)
    watchGate(this.#gate, this.#worker)
    this.#options = options
    this.#listener = listener
    this.#worker.on('message', (message: FromThread) => this.#answer(message))
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)))
    this.#worker.on('exit', () => this.#fail('it ended'))
  }

  take(job: Job): void {
    this.jobs.push(job)
    this.#worker.ref()
    this.#worker.postMessage({ input: job.input } satisfies ToThread, [])
    if (this.jobs.length === 1) this.#wait()
  }

  async close(): Promise<void> {
    this.#cancelTimer()
    if (this.#hasEnded) return
    this.#hasEnded = true
    // Without work nothing else may keep the program waiting for its end.
    this.#worker.ref()
    const gone = once(this.#worker, 'exit')
    this.#worker.postMessage('close' satisfies ToThread, [])
    const { startTimer = timer, answerMs } = this.#options
    const cancel = startTimer(() => void this.#terminate(), answerMs)
    await gone
    cancel()
  }

  #answer(message: FromThread): void {
    if ('problem' in message) return this.#fail(message.problem)
    const job = this.jobs.shift()
    this.#wait()
    job?.done(message.vectors)
    this.#listener.answered()
  }

  #wait(): void {
    this.#cancelTimer()
    // Its end is waited for, which nothing else may keep the program for.
    if (this.#hasEnded) return
    const { startTimer = timer, answerMs, idleMs } = this.#options
    if (this.jobs.length > 0) this.#cancelTimer = startTimer(() => this.#fail('it did not answer'), answerMs)
    else {
      this.#worker.unref()
      this.#cancelTimer = startTimer(() => this.#retire(), idleMs)
    }
  }

  #retire(): void {
    this.#listener.ended([])
    void this.close()
  }

  #fail(reason: string): void {
    this.#cancelTimer()
    if (this.#hasEnded) return
    this.#hasEnded = true
    void this.#terminate()
    const left = this.jobs.splice(0)
    for (const job of left) job.tries += 1
    if (left.length > 0)
      this.#options.onNote(`a thread of the model failed (${reason}); its texts are embedded elsewhere`)
    this.#listener.ended(left)
  }

  async #terminate(): Promise<void> {
    await closeGate(this.#gate)
    await this.#worker.terminate()
  }
}

function timer(run: () => void, ms: number): () => void {
  const started = setTimeout(run, ms)
  started.unref()
  return () => clearTimeout(started)
}
