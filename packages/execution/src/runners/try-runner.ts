import type { CodedError } from '@datacortex/errors'
import { type SpacePaths, patientLimit, visibleText } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import { executionError } from '../errors.ts'
import { coded } from '../run/run-attempts.ts'
import { runnerTimeLimit } from '../run/runner-time-limit.ts'
import { tryOnce } from '../run/try-once.ts'
import { cutLine } from '../run/answer/cut-line.ts'
import type { ChosenRunner } from './choose-runner.ts'
import { type OpenRunnerOptions, openRunner } from './open-runner.ts'

/** What a runner answered to a task that does nothing, or what it lacks. */
export type TriedRunner =
  | { readonly ok: true; readonly result: RunnerResult }
  | { readonly ok: false; readonly error: CodedError; readonly result?: RunnerResult | undefined }

const prompt = 'You are being tried out. Use no tools, read no files and change nothing.'
const task = 'Answer with the one word: ready'
// A program that waits for somebody to sign in waits for ever.
const timeLimitMs = 120_000

/**
 * Has a runner answer one word, as it would run an agent; nothing is logged, remembered or tried again.
 * @example (await tryRunner(paths, chosen, { settings, log, signal })).ok
 */
export async function tryRunner(
  paths: SpacePaths,
  chosen: ChosenRunner,
  { signal, ...options }: Pick<OpenRunnerOptions, 'settings' | 'log'> & { readonly signal: AbortSignal },
): Promise<TriedRunner> {
  const { name } = chosen
  const timeoutMs = Math.min(chosen.timeoutMs, patientLimit(timeLimitMs))
  using limit = runnerTimeLimit(name, timeoutMs)
  try {
    await using runner = await openRunner(chosen, { ...options, paths, whyHidden: () => 'it is a trial', signal })
    const agent = { id: 'runner-test', name: 'Runner test', prompt }
    const asked = { agent, task, request: task, prompt: `${prompt}\n\n${task}`, directory: paths.root }
    const run = { id: `test-${crypto.randomUUID()}`, chain: [agent.id] }
    const tried = await tryOnce(runner, { ...asked, run }, { name, signal: AbortSignal.any([signal, limit.signal]) })
    signal.throwIfAborted()
    if ('thrown' in tried) throw tried.thrown
    const { result } = tried
    if (/\bready\b/i.test(result.text)) return { ok: true, result }
    const answer = visibleText(cutLine([result.text.trim(), ...(result.remarks ?? [])].join(' ').trim(), 300))
    return { ok: false, result, error: executionError('RUNNER_ANSWER_UNREADABLE', { name, answer }) }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, error: coded(error, name) }
  }
}
