import { type Plugin, type RunnerResult, type RunnerTask, definePlugin } from '@datacortex/plugin'
import { beginsLikeEvents } from './begins-like-events.ts'
import type { ChatAnswer } from './chat-completion.ts'
import { ChatSettings } from './chat-settings.ts'
import { chatError } from './errors.ts'
import { readStream, readWhole } from './read-answer.ts'
import { type SendChatOptions, chatUrl, sendChat, unreachable } from './send-chat.ts'
import { startTimeLimits } from './time-limits.ts'

/** Runs an agent on a model that is asked over the chat completions protocol. The model gets no tools. */
export const plugin: Plugin<'runner', ChatSettings> = definePlugin({
  name: 'runner-openai-compatible',
  kind: 'runner',
  config: ChatSettings,
  setup: ({ config, secret, fetch, now, log }) => ({
    async run(task, { signal, onOutput }) {
      signal.throwIfAborted()
      const key = config.api_key === undefined ? undefined : await secret(config.api_key)
      if (config.api_key !== undefined && key === undefined)
        throw chatError('RUNNER_OPENAI_COMPATIBLE_KEY_MISSING', { name: config.api_key })
      const answer = await ask({ config, messages: messagesFor(task), key, fetch, now, signal, onOutput })
      log.debug({ agent: task.agent.id, model: config.model, finish: answer.finishReason }, 'model answered')
      if (answer.finishReason === 'error') {
        const reason = 'the model ended its answer with an error.'
        throw chatError('RUNNER_OPENAI_COMPATIBLE_REFUSED', { url: chatUrl(config), reason, transient: true })
      }
      return resultOf(answer, config)
    },
  }),
})

async function ask(options: SendChatOptions & { readonly onOutput: ((chunk: string) => void) | undefined }) {
  const { config, key, onOutput } = options
  const url = chatUrl(config)
  const { first_byte_timeout_ms: firstByteMs, idle_timeout_ms: idleMs } = config
  using limits = startTimeLimits(url, { firstByteMs, idleMs, signal: options.signal })
  const response = await sendChat({ ...options, signal: limits.signal })
  limits.touch()
  const { touch, ended } = limits
  const reading = { url, key, maxBytes: config.max_output_bytes, touch, ended, signal: options.signal, onOutput }
  const received = response.body ?? new Blob([]).stream()
  try {
    if (response.headers.get('content-type')?.includes('text/event-stream')) return await readStream(received, reading)
    if (!config.stream) return await readWhole(received, reading)
    // Servers that can't stream answer as a whole, whatever they are asked; others stream and do not say so.
    const { isLikeEvents, body } = await beginsLikeEvents(received, reading)
    return isLikeEvents ? await readStream(body, reading) : await readWhole(body, reading)
  } catch (error) {
    throw unreachable(error, { url, signal: limits.signal, hasAnswered: true })
  }
}

function messagesFor({ agent, request }: RunnerTask): SendChatOptions['messages'] {
  const user = { role: 'user', content: request } as const
  return agent.prompt.trim() === '' ? [user] : [{ role: 'system', content: agent.prompt }, user]
}

function resultOf(
  { text, finishReason, truncated = false, refused = false, ...tokens }: ChatAnswer,
  config: ChatSettings,
): RunnerResult {
  const reason = truncated
    ? `The answer was longer than ${config.max_output_bytes} bytes: the rest is lost.`
    : (cutOff[finishReason ?? 'stop'] ??
      (refused ? 'The model refused: what it says is why, and no answer.' : undefined))
  return reason === undefined ? { text, ...tokens } : { text, ...tokens, status: 'partial', remarks: [reason] }
}

const cutOff: Readonly<Record<string, string>> = {
  length: 'The model reached its limit of tokens: the answer is cut off.',
  content_filter: "The server's content filter cut the answer off.",
  tool_calls: 'The model wanted to call a tool, and it has none.',
  function_call: 'The model wanted to call a function, and it has none.',
}
