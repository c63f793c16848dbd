import { CodedError, thrownText } from '@datacortex/errors'
import { definePlugin, saidByServer } from '@datacortex/plugin'
import type { Plugin, RunnerOptions, RunnerResult, RunnerTask } from '@datacortex/plugin'
import { A2aSettings } from './a2a-settings.ts'
import { askRemote } from './ask-remote.ts'
import { connectRemote } from './connect-remote.ts'
import { remoteError } from './errors.ts'
import { type RemoteFetchOptions, remoteFetch } from './remote-fetch.ts'
import { type TaskAnswer, answerText, endings, questions } from './task-answer.ts'

/** Runs an agent by handing the task to a remote one. Only the task leaves this machine, unless settings say more. */
export const plugin: Plugin<'runner', A2aSettings> = definePlugin({
  name: 'runner-a2a',
  kind: 'runner',
  config: A2aSettings,
  setup: ({ config, secret, fetch, now }) => ({
    async run(task, options) {
      options.signal.throwIfAborted()
      const token = config.api_key === undefined ? undefined : await secret(config.api_key)
      if (config.api_key !== undefined && token === undefined)
        throw remoteError('RUNNER_A2A_KEY_MISSING', { name: config.api_key })
      const answer = await ask(task, { ...options, config, token, fetch, now })
      return resultOf(answer, { url: config.url, token })
    },
  }),
})

type AskOptions = RunnerOptions & Pick<RemoteFetchOptions, 'fetch' | 'token' | 'now'> & { readonly config: A2aSettings }

async function ask(task: RunnerTask, options: AskOptions): Promise<TaskAnswer> {
  const { config, signal, onOutput, token, fetch, now } = options
  const { url, max_output_bytes: maxBytes, stream } = config
  let failure: CodedError | undefined
  let taskId: string | undefined
  const shared = { fetch, now, url, token, maxBytes, onError: (error: CodedError) => void (failure ??= error) }
  try {
    const client = await connectRemote(url, remoteFetch({ ...shared, signal }))
    const onTask = (id: string): void => void (taskId = id)
    const isCut = (): boolean => CodedError.is(failure, 'RUNNER_A2A_UNREACHABLE')
    return await askRemote(client, { text: task[config.send], stream, signal, onOutput, onTask, isCut })
  } catch (error) {
    // Nobody follows it any more, whatever the reason, and another attempt begins a task of its own.
    if (taskId !== undefined) await cancel(taskId, shared)
    if (signal.aborted) throw signal.reason
    if (failure !== undefined) throw failure
    if (CodedError.is(error)) throw error
    const reason = saidByServer(thrownText(error), { key: token }).replace(/\.+$/, '')
    // What the library stumbles over is no A2A; all else it says itself.
    if (error instanceof SyntaxError)
      throw remoteError('RUNNER_A2A_ANSWER_INVALID', { url, reason: `it is no JSON: ${reason}` })
    if (error instanceof TypeError)
      throw remoteError('RUNNER_A2A_ANSWER_INVALID', { url, reason: 'it has neither a message nor a task' })
    throw remoteError('RUNNER_A2A_REFUSED', { url, reason })
  }
}

// Nobody waits long for a run that was given up.
const cancelMs = 1500

/** Tells the remote agent that nobody waits any more. It is polite, not needed: what goes wrong does not matter. */
async function cancel(taskId: string, shared: Omit<RemoteFetchOptions, 'signal'>): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(new Error('It took too long.')), cancelMs)
  const cancelled = connectRemote(shared.url, remoteFetch({ ...shared, signal, onError: () => undefined })).then(
    (client) => client.cancelTask({ tenant: '', id: taskId, metadata: undefined }, { signal }),
  )
  await cancelled.catch(() => undefined)
  clearTimeout(timer)
}

function resultOf(answer: TaskAnswer, { url, token }: { url: string; token: string | undefined }): RunnerResult {
  const text = answerText(answer)
  const ended = endings.get(answer.state)
  if (ended !== undefined) {
    const reason = saidByServer(answer.message, { key: token }) || 'without a reason'
    throw remoteError('RUNNER_A2A_TASK_FAILED', { url, state: ended, reason })
  }
  const remarks = [...answer.leftOut].map((name) => `A part of the answer is no text and was left out: ${name}.`)
  const said = answer.isPartial === true ? 'The remote agent itself calls its answer partial.' : undefined
  const why = questions.get(answer.state)?.asks ?? said
  return why === undefined ? { text, remarks } : { text, status: 'partial', remarks: [why, ...remarks] }
}
