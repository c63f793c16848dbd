import { withoutUndefined } from '@datacortex/errors'
import { z } from 'zod'
import { type ChatApi, tokens } from '../chat-api.ts'

const text = z.string().nullish()

const Message = z.object({
  model: text,
  content: z.array(z.object({ type: z.string(), text, name: text, input: z.unknown().optional() })),
  stop_reason: text,
  usage: z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
})

// A schema is filled as the input of a tool that the model must call and that nobody runs.
const tool = 'answer'

/** The messages of Anthropic. See https://docs.anthropic.com/en/api/messages */
export const anthropic: ChatApi = {
  request({ system, user, schema, maxTokens }, { config, key }) {
    const tools = {
      tools: [{ name: tool, description: 'Gives the answer.', input_schema: schema }],
      tool_choice: { type: 'tool', name: tool },
    }
    return {
      path: '/v1/messages',
      headers: { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) },
      body: {
        ...config.parameters,
        model: config.model,
        max_tokens: maxTokens,
        stream: false,
        messages: [{ role: 'user', content: user }],
        ...(system === undefined ? {} : { system }),
        ...(schema === undefined ? {} : tools),
      },
    }
  },
  read(value) {
    const { model, content, stop_reason: stopReason, usage } = Message.parse(value)
    const said = content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('')
    const call = content.find(({ type, name }) => type === 'tool_use' && name === tool)
    const cutOff = reasons.get(stopReason ?? '')
    return {
      text: call === undefined ? said : JSON.stringify(call.input),
      ...tokens(usage?.input_tokens, usage?.output_tokens),
      ...withoutUndefined({ filled: call?.input, model: model || undefined, cutOff }),
    }
  },
}

const reasons = new Map([
  ['max_tokens', 'the model reached its limit of tokens'],
  ['model_context_window_exceeded', 'the model reached the end of its context'],
  ['refusal', 'the model refuses'],
  ['pause_turn', 'the server paused it'],
])
