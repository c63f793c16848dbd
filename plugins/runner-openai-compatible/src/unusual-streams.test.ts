import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { ChatSettings } from './chat-settings.ts'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const task = {
  agent: { id: 'writer', name: 'Writer', prompt: 'You write.' },
  task: 'Write about tides.',
  request: 'Write about tides.',
  prompt: 'all of it',
  directory,
  run: { id: 'exec-1', chain: ['boss', 'writer'] },
}

/** What a run ends with that gets an answer in these pieces, each by itself, as no network can promise it. */
async function ended(
  pieces: readonly string[],
  { type, ...settings }: { readonly type?: string; readonly stream?: boolean; readonly max_output_bytes?: number } = {},
) {
  const encoder = new TextEncoder()
  const body = ReadableStream.from(pieces.map((piece) => encoder.encode(piece)))
  const runner = await plugin.setup({
    config: ChatSettings.parse({ base_url: 'http://127.0.0.1:1/v1', model: 'tiny', ...settings }),
    dataDir: directory,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: () => 0,
    secret: () => Promise.resolve(undefined),
    socket: () => Promise.reject(new Error('no network')),
    fetch: () => Promise.resolve(new Response(body, type === undefined ? {} : { headers: { 'content-type': type } })),
  })
  const chunks: string[] = []
  const result: unknown = await runner
    .run(task, { signal: new AbortController().signal, onOutput: (chunk) => void chunks.push(chunk) })
    .catch((error: unknown) => error)
  return CodedError.is(result) ? `${result.message} ${result.hint}` : { ...Object(result), chunks }
}

const data = (document: unknown): string => `data: ${JSON.stringify(document)}\n\n`
const first = data({ choices: [{ delta: { content: 'Tides ' }, finish_reason: null }] })
const last = data({ choices: [{ delta: { content: 'rise.' }, finish_reason: 'stop' }] })

test.each([
  ['without a type', undefined, [first, last, 'data: [DONE]\n\n']],
  ['called JSON', 'application/json', [first, last]],
  ['after a comment', 'text/plain; charset=utf-8', [': alive\n\n', first, last]],
  ['with names', undefined, [`event: message\n${first}`, last]],
  [
    'whose beginning comes letter by letter, after empty lines',
    undefined,
    ['\n', '\n', 'd', 'a', 'ta', first.slice(4), last],
  ],
  ['after a byte order mark', 'application/json', [`\uFEFF${first}`, last]],
])('events %s are read as a stream', async (_name, type, pieces) => {
  expect(await ended(pieces, type === undefined ? {} : { type })).toEqual({
    text: 'Tides rise.',
    chunks: ['Tides ', 'rise.'],
  })
})

const document = JSON.stringify({ choices: [{ message: { content: 'data: all' }, finish_reason: 'stop' }] })

test('what does not begin like events is one document, also after spaces, and where no stream was asked for', async () => {
  for (const pieces of [[document], [' \n', ' ', document]])
    expect(await ended(pieces)).toEqual({ text: 'data: all', chunks: ['data: all'] })
  expect(await ended([first, last], { stream: false })).toContain('is no JSON')
  expect(await ended(['\n'.repeat(2000)], { max_output_bytes: 1000 })).toMatch(
    /longer than 1000 bytes\. .*raise `max_output_bytes`/,
  )
})

const parts = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'Hmm.' }] },
  { type: 'text', text: 'Tides ' },
  { type: 'text', text: 'rise.' },
]

test('content in parts is their text', async () => {
  const type = 'text/event-stream'
  const answer = { text: 'Tides rise.', chunks: ['Tides rise.'] }
  expect(await ended([data({ choices: [{ delta: { content: parts }, finish_reason: 'stop' }] })], { type })).toEqual(
    answer,
  )
  expect(await ended([JSON.stringify({ choices: [{ message: { content: parts } }] })])).toEqual(answer)
  expect(await ended([data({ choices: [{ delta: { content: 7 } }] })], { type })).toContain('delta.content')
})

test('other choices than the first are passed over, wherever they stand', async () => {
  const choice = (index: number, content: string, end: string | null = null): object => ({
    index,
    delta: { content },
    finish_reason: end,
  })
  const events = [
    data({ choices: [choice(1, 'Fish '), choice(0, 'Tides ')] }),
    data({ choices: [choice(1, 'swim.', 'stop')] }),
    data({ choices: [choice(0, 'rise.', 'stop')] }),
  ]
  expect(await ended(events, { type: 'text/event-stream' })).toEqual({
    text: 'Tides rise.',
    chunks: ['Tides ', 'rise.'],
  })
  const whole = { choices: [1, 0].map((index) => ({ index, message: { content: `${index}` } })) }
  expect(await ended([JSON.stringify(whole)])).toEqual({ text: '0', chunks: ['0'] })
})
