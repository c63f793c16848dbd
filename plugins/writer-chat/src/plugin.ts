import { type CodedError, withoutUndefined } from '@datacortex/errors'
import { type Plugin, type WriterAnswer, definePlugin } from '@datacortex/plugin'
import { answerJson } from './answer-json.ts'
import { anthropic } from './apis/anthropic.ts'
import { ollama } from './apis/ollama.ts'
import { openai } from './apis/openai.ts'
import { ask } from './ask.ts'
import type { ChatAnswer } from './chat-api.ts'
import { type ChatPrompt, chatPrompt, unwrapped } from './chat-prompt.ts'
import { writerError } from './errors.ts'
import { WriterSettings } from './writer-settings.ts'

/** Writes with a language model behind an OpenAI-compatible server, Anthropic or Ollama. The model gets no tools. */
export const plugin: Plugin<'writer', WriterSettings> = definePlugin({
  name: 'writer-chat',
  kind: 'writer',
  config: WriterSettings,
  setup: ({ config, secret, fetch, now, log }) => ({
    async generate(request, { signal, onRetry: report }) {
      signal.throwIfAborted()
      const key = config.api_key === undefined ? undefined : await secret(config.api_key)
      if (config.api_key !== undefined && key === undefined)
        throw writerError('WRITER_CHAT_KEY_MISSING', { name: config.api_key })
      const api = apis[config.api]
      const onRetry = (failure: CodedError, waitMs: number): void => {
        report?.(failure)
        log.warn({ code: failure.code, waitMs, model: config.model }, 'model is asked again')
      }
      const prompt = chatPrompt(request, { most: config.max_tokens })
      const answer = await ask(prompt, { api, config, key, fetch, now, signal, onRetry })
      const usage = counted(answer, config)
      const cost = usage.cost_usd === undefined ? {} : { cost_usd: usage.cost_usd }
      return { ...filled(answer, { schema: request.schema, url: config.base_url, cost }), ...usage }
    },
    estimate: (request) => Promise.resolve(mostCost(chatPrompt(request, { most: config.max_tokens }), config)),
  }),
})

const apis = { openai, anthropic, ollama }

type Filled = {
  readonly schema: Readonly<Record<string, unknown>> | undefined
  readonly url: string
  readonly cost: { readonly cost_usd?: number | undefined }
}

function filled({ text, filled: value, cutOff }: ChatAnswer, { schema, ...asked }: Filled) {
  if (cutOff !== undefined) throw writerError('WRITER_CHAT_CUT_OFF', { ...asked, reason: cutOff })
  if (schema === undefined) {
    if (text.trim() === '')
      throw writerError('WRITER_CHAT_RESPONSE_INVALID', { ...asked, reason: 'the model said nothing' })
    return { text }
  }
  const found = value === undefined ? answerJson(text) : { value }
  if (found !== undefined) return { text, json: unwrapped(found.value, schema) }
  const reason = 'a schema was to be filled, and the model gave no JSON'
  throw writerError('WRITER_CHAT_RESPONSE_INVALID', { ...asked, reason })
}

/** Some languages have more tokens a letter than English, and none has one for each letter for long. */
const lettersPerToken = 2

function mostCost({ system = '', user, schema, maxTokens }: ChatPrompt, { prices }: WriterSettings) {
  if (prices === undefined) return undefined
  const letters = system.length + user.length + (schema === undefined ? 0 : JSON.stringify(schema).length)
  return ((letters / lettersPerToken) * prices.input + maxTokens * prices.output) / 1_000_000
}

function counted(
  { model, tokens_in: tokensIn, tokens_out: tokensOut }: ChatAnswer,
  { prices, ...config }: WriterSettings,
): Omit<WriterAnswer, 'text' | 'json'> {
  const isPriced = prices !== undefined && tokensIn !== undefined && tokensOut !== undefined
  return {
    model: model ?? config.model,
    ...withoutUndefined({ tokens_in: tokensIn, tokens_out: tokensOut }),
    ...(isPriced ? { cost_usd: (tokensIn * prices.input + tokensOut * prices.output) / 1_000_000 } : {}),
  }
}
