import { z } from 'zod'
import { type ChatApi, tokens } from '../chat-api.ts'
import { isStrictSchema } from '../strict-schema.ts'
import type { WriterSettings } from '../writer-settings.ts'

const Completion = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
})

/** The chat completions that most servers speak. See https://platform.openai.com/docs/api-reference/chat */
export const openai: ChatApi = {
  request({ system, user, schema, maxTokens }, { config, key }) {
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: user },
    ]
    return {
      path: '/chat/completions',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: {
        ...config.parameters,
        model: config.model,
        messages,
        stream: false,
        [config.max_tokens_field]: maxTokens,
        ...(schema === undefined ? {} : responseFormat(schema, config)),
      },
    }
  },
  read(value) {
    const { model, choices, usage } = Completion.parse(value)
    const [choice] = choices
    const { content, refusal } = choice?.message ?? {}
    const cutOff = refusal ? `the model refuses (${refusal})` : reasons.get(choice?.finish_reason ?? '')
    return {
      text: content ?? '',
      ...tokens(usage?.prompt_tokens, usage?.completion_tokens),
      ...(model ? { model } : {}),
      ...(cutOff === undefined ? {} : { cutOff }),
    }
  },
}

const reasons = new Map([
  ['length', 'the model reached its limit of tokens'],
  ['content_filter', "the server's content filter stopped it"],
  ['tool_calls', 'the model wanted to call a tool, and it has none'],
  ['function_call', 'the model wanted to call a function, and it has none'],
])

function responseFormat(schema: Readonly<Record<string, unknown>>, { json }: WriterSettings) {
  if (json === 'words') return {}
  if (json === 'object') return { response_format: { type: 'json_object' } }
  const named = { name: 'answer', schema, strict: isStrictSchema(schema) }
  return { response_format: { type: 'json_schema', json_schema: named } }
}
