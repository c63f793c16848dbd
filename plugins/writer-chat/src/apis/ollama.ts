import { z } from 'zod'
import { type ChatApi, tokens } from '../chat-api.ts'

const Chat = z.object({
  model: z.string().nullish(),
  message: z.object({ content: z.string() }),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
})

// https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion
/** Ollama's own protocol, which fills a schema with every model. */
export const ollama: ChatApi = {
  request({ system, user, schema, maxTokens }, { config, key }) {
    const { options, ...parameters } = config.parameters
    return {
      path: '/api/chat',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: {
        ...parameters,
        model: config.model,
        messages: [
          ...(system === undefined ? [] : [{ role: 'system', content: system }]),
          { role: 'user', content: user },
        ],
        stream: false,
        options: { ...(typeof options === 'object' ? options : {}), num_predict: maxTokens },
        ...(schema === undefined ? {} : { format: schema }),
      },
    }
  },
  read(value) {
    const answer = Chat.parse(value)
    const cutOff =
      answer.done === false
        ? 'the server sent a piece of it'
        : answer.done_reason === 'length'
          ? 'the model reached its limit of tokens'
          : undefined
    return {
      text: answer.message.content,
      ...tokens(answer.prompt_eval_count, answer.eval_count),
      ...(answer.model ? { model: answer.model } : {}),
      ...(cutOff === undefined ? {} : { cutOff }),
    }
  },
}
