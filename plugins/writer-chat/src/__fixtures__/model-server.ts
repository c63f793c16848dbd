import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server got it. */
export type ModelRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** A real server on this machine that answers as the test says. */
export type ModelServer = AsyncDisposable & {
  readonly url: string
  readonly requests: readonly ModelRequest[]
  /** Requests that are not answered yet. */
  readonly open: () => number
}

/** Starts a server for language models. */
export async function startModelServer(
  answer: (response: ServerResponse, request: ModelRequest) => Promise<void> | void,
): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const busy = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    busy.add(response)
    response.on('close', () => busy.delete(response))
    void (async () => {
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      const body = JSON.parse(text) as ModelRequest['body']
      const request = { path: incoming.url ?? '', headers: incoming.headers, body }
      requests.push(request)
      await answer(response, request)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open: () => busy.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

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
