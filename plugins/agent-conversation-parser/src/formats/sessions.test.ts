import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { file, json } from '../__fixtures__/samples.ts'

async function spoken(input: Parameters<typeof extract>[0]): Promise<readonly string[]> {
  const { documents } = await extract(input)
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

test('Claude Code: results of tools and commands are nobody’s words, an answer of several lines is one turn', async () => {
  const line = (uuid: string, parentUuid: string | null, type: string, content: unknown, more: object = {}) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      sessionId: 's',
      timestamp: '2026-01-02T03:04:05.678Z',
      message: { id: 'm1', content },
      ...more,
    })
  const lines = [
    line('1', null, 'user', '<command-name>/clear</command-name>'),
    line('2', '1', 'user', 'Caveat', { isMeta: true }),
    line('3', '2', 'user', 'please look'),
    line('4', '3', 'assistant', [{ type: 'text', text: 'I look.' }]),
    line('5', '4', 'assistant', [{ type: 'tool_use', name: 'read' }]),
    line('6', '5', 'user', [{ type: 'tool_result', content: 'secret of a tool' }]),
    line('7', '6', 'assistant', [{ type: 'text', text: 'Done.' }]),
    '{"broken',
  ]
  const input = file('application/x-ndjson', 's.jsonl', lines.join('\n'))
  expect(await spoken(input)).toEqual(['User: please look', 'Claude: I look.\n\nDone.'])
  const { findings } = await extract(input)
  expect(findings.map(({ message }) => message)).toContain(
    'Left out, by reason: 1 command, 1 meta, 2 tool, 1 unreadable line.',
  )
})

test('Codex: only the log of events is there, or the older form', async () => {
  const meta = { timestamp: '2026-01-02T03:04:05Z', type: 'session_meta', payload: { id: 'x' } }
  const event = (type: string, message: string) => ({
    timestamp: '2026-01-02T03:04:05Z',
    type: 'event_msg',
    payload: { type, message },
  })
  const lines = [meta, event('user_message', 'hi'), event('agent_message', 'hello')]
  const input = (list: readonly unknown[]) =>
    file('application/x-ndjson', 'r.jsonl', list.map((line) => JSON.stringify(line)).join('\n'))
  expect(await spoken(input(lines))).toEqual(['User: hi', 'Codex: hello'])
  const old = [
    { id: 'x', timestamp: '2025-01-02T03:04:05Z', instructions: null },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] },
  ]
  expect(await spoken(input(old))).toEqual(['User: hi', 'Codex: hello'])
})

test('captions: rolling lines once, names in capitals, speech without names', async () => {
  const cue = (at: number, ...lines: readonly string[]) =>
    `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${lines.join('\n')}`
  const rolling = [
    'WEBVTT - Tides',
    cue(1, 'the <c>sea</c>'),
    cue(2, 'the sea', 'comes and'),
    cue(3, 'comes and', 'goes'),
  ].join('\n\n')
  expect(await spoken(file('text/vtt', 'a.vtt', rolling))).toEqual(['Speaker: the sea comes and goes'])
  const named = ['WEBVTT', cue(1, 'ANN: No.'), cue(2, 'BO LEE: No.'), cue(3, 'Never.')].join('\n\n')
  expect(await spoken(file('text/vtt', 'a.vtt', named))).toEqual(['ANN: No.', 'BO LEE: No. Never.'])
})

test('generic: other names of the same, and text in blocks', async () => {
  expect(
    await spoken(
      json({
        conversations: [
          { from: 'human', value: 'hi' },
          { from: 'gpt', value: 'hello' },
        ],
      }),
    ),
  ).toEqual(['User: hi', 'Assistant: hello'])
  const blocks = [
    { role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image_url' }] },
    { role: 'model', parts: [{ text: 'seen' }] },
  ]
  expect(await spoken(json(blocks))).toEqual(['User: see\n\n[image_url]', 'Assistant: seen'])
})
