import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A model on loopback that says one word to everybody, and what it was asked. */
export type ModelServer = AsyncDisposable & {
  readonly url: string
  readonly asked: readonly string[]
  /** The bodies of what it was asked. */
  readonly bodies: readonly string[]
}

/** Speaks the messages of Anthropic, responses and chat completions of OpenAI, and contents of Gemini. */
export async function startModelServer(word: string): Promise<ModelServer> {
  const asked: string[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const body = await text(request)
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      asked.push(`${request.method ?? ''} ${path}`)
      bodies.push(body)
      const isStreamed = /"stream":\s*true/.test(body) || path.includes('streamGenerate')
      const protocol = protocols.find(({ of }) => of.test(path))
      if (request.method !== 'POST' || protocol === undefined) return void response.writeHead(404).end('{}')
      if (isStreamed) return sendEvents(response, protocol.events(word))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(protocol.whole(word)))
    }
    void respond()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Event = Readonly<Record<string, unknown>>

type Protocol = {
  readonly of: RegExp
  readonly whole: (word: string) => Event
  readonly events: (word: string) => readonly Event[]
}

const usage = { input_tokens: 11, output_tokens: 2 }
const chat = { id: 'c-1', created: 1, model: 'scripted' }
const chatUsage = { prompt_tokens: 11, completion_tokens: 2, total_tokens: 13 }
const message = { id: 'm-1', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null }

const protocols: readonly Protocol[] = [
  {
    of: /\/messages$/,
    whole: (word) => ({ ...message, content: [{ type: 'text', text: word }], stop_reason: 'end_turn', usage }),
    events: (word) => [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ],
  },
  {
    of: /\/responses$/,
    whole: answered,
    events: (word) => [
      { type: 'response.created', response: { ...answered(word), status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item(word), content: [] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'i-1', delta: word },
      { type: 'response.output_item.done', output_index: 0, item: item(word) },
      { type: 'response.completed', response: answered(word) },
    ],
  },
  {
    of: /\/chat\/completions$/,
    whole: (word) => ({
      ...chat,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: word }, finish_reason: 'stop' }],
      usage: chatUsage,
    }),
    events: (word) => [
      { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: word }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: chatUsage },
    ],
  },
  { of: /:(?:stream)?[gG]enerateContent$/, whole: generated, events: (word) => [generated(word)] },
]

const chunk = { ...chat, object: 'chat.completion.chunk' }

function item(word: string): Event {
  const content = [{ type: 'output_text', text: word, annotations: [] }]
  return { id: 'i-1', type: 'message', role: 'assistant', status: 'completed', content }
}

function answered(word: string): Event {
  const all = { ...usage, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
  return {
    id: 'r-1',
    object: 'response',
    created_at: 1,
    model: 'scripted',
    status: 'completed',
    output: [item(word)],
    usage: { ...all, total_tokens: 13 },
  }
}

function generated(word: string): Event {
  const content = { role: 'model', parts: [{ text: word }] }
  return {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 2, totalTokenCount: 13 },
  }
}

function sendEvents(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  if ('choices' in (events[0] ?? {})) response.write('data: [DONE]\n\n')
  response.end()
}
