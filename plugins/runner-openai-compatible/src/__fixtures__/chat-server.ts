import type { ServerResponse } from 'node:http'
import { type ModelRequest, type ModelServer, startModelServer } from '@datacortex/testkit'

/** The body of a request, as much of it as tests look at. */
type ChatBody = {
  readonly stream: boolean
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

/** A server for chat completions; `base_url` is what the settings name. */
export type ChatServer = ModelServer<ChatBody> & { readonly base_url: string }

/** Starts a server for chat completions. */
export async function startChatServer(
  answer: (response: ServerResponse, request: ModelRequest<ChatBody>) => Promise<void> | void,
): Promise<ChatServer> {
  const server = await startModelServer(answer)
  return { ...server, base_url: `${server.url}/v1` }
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
