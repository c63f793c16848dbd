import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server got it. */
export type ChatRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: {
    readonly stream: boolean
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
  }
}

/** A real server on this machine that answers as the test says. */
export type ChatServer = AsyncDisposable & {
  readonly base_url: string
  readonly requests: readonly ChatRequest[]
  /** Connections that are open now. */
  readonly open: () => number
}

/** Starts a server for chat completions. */
export async function startChatServer(
  answer: (response: ServerResponse, request: ChatRequest) => Promise<void> | void,
): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  const busy = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    busy.add(response)
    response.on('close', () => busy.delete(response))
    void (async () => {
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(text) as ChatRequest['body'],
      }
      requests.push(request)
      await answer(response, request)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    requests,
    open: () => busy.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Answers with server-sent events, each in a write of its own. */
export function sendEvents(response: ServerResponse, events: readonly (string | object)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const event of events) response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  response.end()
}

/** The pieces of an answer as events, as the protocol has them. */
export function pieces(text: string, { size = 7 }: { readonly size?: number } = {}): readonly (string | object)[] {
  const characters = Array.from(text)
  const parts = Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
  return [
    { choices: [{ delta: { role: 'assistant', content: '' }, finish_reason: null }] },
    ...parts.map((content) => ({ choices: [{ delta: { content }, finish_reason: null }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 21, completion_tokens: parts.length } },
    '[DONE]',
  ]
}
