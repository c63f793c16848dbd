/** How each protocol answers with a text. */
export const said = {
  openai: (content: string, finish = 'stop'): unknown => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'large-1-2026',
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: finish }],
    usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
  }),
  anthropic: (text: string, stop = 'end_turn'): unknown => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'large-1-2026',
    content: [{ type: 'text', text }],
    stop_reason: stop,
    usage: { input_tokens: 1000, output_tokens: 200 },
  }),
  ollama: (content: string, reason = 'stop'): unknown => ({
    model: 'large-1-2026',
    created_at: '2026-01-02T03:04:05Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason: reason,
    prompt_eval_count: 1000,
    eval_count: 200,
  }),
}

/** How each protocol answers when it was given a schema. */
export const filled = {
  openai: (value: unknown): unknown => said.openai(JSON.stringify(value)),
  anthropic: (input: unknown): unknown => ({
    ...(said.anthropic('') as object),
    content: [
      { type: 'text', text: 'Here it is.' },
      { type: 'tool_use', id: 'toolu_1', name: 'answer', input },
    ],
    stop_reason: 'tool_use',
  }),
  ollama: (value: unknown): unknown => said.ollama(JSON.stringify(value)),
}
