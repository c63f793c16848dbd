import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { moduleError } from '../errors.ts'
import { type FromChild, type SentInput, type ToChild, receivedError } from './extraction-protocol.ts'

export type ExtractionChildOptions = Omit<Extract<ToChild, { kind: 'start' }>, 'kind'> & { readonly timeoutMs: number }

export type Extracted = Omit<Extract<FromChild, { kind: 'extracted' }>, 'kind' | 'job'>

// So long an extraction that was told to stop has to do so.
const graceMs = 500

// V8 begins with a small young generation. What outlives that in the first inputs it makes in the old one ever after,
// where it stays until a full collection: a process grew by a third over 1,000 inputs.
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=8']

/** One child process that extracts one input at a time. It can't be used any more once it was stopped. */
export class ExtractionChild {
  readonly #options: ExtractionChildOptions
  readonly #process: ChildProcess
  #job = 0
  #stopped: Error | undefined

  constructor(options: ExtractionChildOptions) {
    const { timeoutMs: _, ...start } = options
    this.#options = options
    this.#process = fork(new URL(`./extraction-process${extname(import.meta.filename)}`, import.meta.url), [], {
      serialization: 'advanced',
      // What a library prints is not the output of the program.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${options.memoryMb}`,
        ...youngGeneration,
        ...options.conditions.map((condition) => `--conditions=${condition}`),
      ],
    })
    this.#process.on('error', (error) => (this.#stopped ??= error))
    this.#send({ kind: 'start', ...start })
  }

  /** Whether another input may be given to it. */
  get isUsable(): boolean {
    return this.#stopped === undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Extracts one input by the first module that accepts it. After `EXTRACTION_…` errors the child is gone. */
  async extract(
    modules: readonly string[],
    { input, signal }: { readonly input: SentInput; readonly signal: AbortSignal },
  ): Promise<Extracted> {
    signal.throwIfAborted()
    this.#job += 1
    const job = this.#job
    const { timeoutMs, memoryMb } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<Extracted>()
    const onMessage = (message: FromChild): void => {
      if (message.kind === 'ready' || message.job !== job) return
      // Whatever it answers then, nobody waits for it.
      if (signal.aborted) reject(abortReason(signal))
      else if (message.kind === 'failed') reject(receivedError(message.error))
      else resolve(message)
    }
    const onExit = (code: number | null, signalName: string | null): void => {
      const out = signalName === 'SIGKILL' || signalName === 'SIGABRT' || code === 134
      const how = signalName ?? `exit status ${code}`
      reject(
        this.#stopped ??
          (out
            ? moduleError('EXTRACTION_MEMORY', { input: input.name, memoryMb })
            : moduleError('EXTRACTION_CRASHED', { input: input.name, how })),
      )
    }
    const onAbort = (): void => {
      this.#send({ kind: 'abort' })
      this.#stop(abortReason(signal), graceMs)
    }
    const timer = setTimeout(() => {
      this.#stop(moduleError('EXTRACTION_TIMEOUT', { input: input.name, timeoutMs }), 0)
    }, timeoutMs)
    this.#process.on('message', onMessage)
    // A process that could not be started has no exit.
    const onError = (error: Error): void =>
      reject(moduleError('EXTRACTION_CRASHED', { input: input.name, how: error.message }, { cause: error }))
    this.#process.once('error', onError)
    this.#process.once('exit', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (!this.isUsable) onExit(this.#process.exitCode, this.#process.signalCode)
      this.#send({ kind: 'extract', job, modules, input })
      return await promise
    } finally {
      clearTimeout(timer)
      this.#process.off('message', onMessage)
      this.#process.off('error', onError)
      this.#process.off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Ends the process; resolves when it is gone. */
  async close(): Promise<void> {
    const isGone =
      this.#process.pid === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null
    if (isGone) return
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#stop(new Error('it was closed'), 0)
    await gone
  }

  #stop(reason: Error, afterMs: number): void {
    this.#stopped ??= reason
    setTimeout(() => this.#process.kill('SIGKILL'), afterMs)
  }

  #send(message: ToChild): void {
    // A child that is gone tells so by its exit.
    if (this.#process.connected) this.#process.send(message, () => {})
  }
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('it was aborted')
}
