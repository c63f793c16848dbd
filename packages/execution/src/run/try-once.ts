import type { ConcealedStream, Runner, RunnerResult, RunnerTask } from '@datacortex/plugin'
import { patientLimit } from '@datacortex/platform'
import { cutSecret } from '../context/secret-values.ts'
import { readResult } from '../runners/read-result.ts'
import { withoutThoughts, withoutThoughtsStream } from './answer/without-thoughts.ts'
import type { RunProgress } from './run-agent-options.ts'

export type TryOnceOptions = {
  readonly name: string
  readonly signal: AbortSignal
  readonly onProgress?: ((event: RunProgress) => void) | undefined
  /** Takes the secrets out of what is said while it runs; without it, what is reported is as the runner said it. */
  readonly conceal?: (() => ConcealedStream) | undefined
  /** How long it has to stop when it is told to, in milliseconds; then it is left behind. 10,000 if absent. */
  readonly graceMs?: number | undefined
}

export type Tried = {
  /** What was said while it ran, without thoughts and with its secrets; the beginning of it, if that is much. */
  readonly partialText: string
} & ({ readonly result: RunnerResult } | { readonly thrown: unknown })

const partialCharacters = 1_000_000

/** Lets a runner try once, and tells what it says as it says it. */
export async function tryOnce(
  runner: Runner,
  task: RunnerTask,
  { name, signal, onProgress, conceal, graceMs = patientLimit(10_000) }: TryOnceOptions,
): Promise<Tried> {
  let partialText = ''
  let isOver = false
  const shown = conceal?.()
  const tell = (text: string): void => {
    if (text !== '') onProgress?.({ type: 'output', text })
  }
  const answer = withoutThoughtsStream()
  const say = (text: string): void => {
    partialText += text.slice(0, partialCharacters - partialText.length)
    tell(shown === undefined ? text : shown.push(text))
  }
  const onOutput = (text: string): void => {
    // One that was left behind, broke in one place and goes on in another, or says more after its answer.
    if (!isOver) say(answer.push(text))
  }
  const end = ({ isWhole }: { isWhole: boolean }): void => {
    isOver = true
    say(answer.end())
    // Where it was cut may be the middle of a secret.
    tell((isWhole ? shown?.end() : shown?.endCut(cutSecret)) ?? '')
  }
  try {
    const answered: unknown = await stoppable(() => runner.run(task, { signal, onOutput }), { signal, graceMs })
    const result = withoutThoughts(readResult(answered, { runner: name }))
    end({ isWhole: result.status !== 'partial' })
    return { partialText, result }
  } catch (thrown) {
    end({ isWhole: false })
    return { partialText, thrown }
  }
}

/** Ends soon after the signal, also if the runner does not. */
async function stoppable(
  run: () => Promise<RunnerResult>,
  { signal, graceMs }: { signal: AbortSignal; graceMs: number },
): Promise<RunnerResult> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    timer = setTimeout(() => reject(signal.reason as Error), graceMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([Promise.resolve().then(run), stopped])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
