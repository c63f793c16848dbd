import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { json } from '../__fixtures__/samples.ts'

type Message = Readonly<Record<string, unknown>>

const at = '2026-03-02T09:00:00.123456+00:00'

/** A conversation with the fields that exports of 2025 and 2026 have. */
async function read(messages: readonly Message[]) {
  const chat_messages = messages.map((message, index) => ({
    uuid: `m${index}`,
    text: '',
    created_at: at,
    updated_at: at,
    attachments: [],
    files: [],
    ...message,
  }))
  const conversation = { uuid: 'k', name: 'x', summary: '', account: { uuid: 'a' }, created_at: at, chat_messages }
  const { documents, findings } = await extract(json([conversation]))
  const spoken = documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
  return { spoken, findings: findings.map(({ message }) => message).join('\n') }
}

const text = (said: string): Message => ({
  start_timestamp: at,
  stop_timestamp: at,
  flags: null,
  type: 'text',
  text: said,
  citations: [],
})
const tool = (name: string, input: object): Message => ({
  type: 'tool_use',
  name,
  input,
  message: null,
  integration_name: null,
  approval_options: null,
  display_content: null,
})

test('what was put into the message for the model, tools and thoughts are nobody’s words', async () => {
  const { spoken, findings } = await read([
    {
      sender: 'human',
      text: 'when is low water',
      content: [
        { type: 'injected_prompt_block', prompt: 'unwanted', injection_source: 'date', initial_turn_only: false },
        text('when is low water'),
      ],
    },
    {
      sender: 'assistant',
      text: '```\nThis block is not supported on your current device yet.\n```',
      content: [
        { type: 'thinking', thinking: 'unwanted', summaries: [{ summary: 'unwanted' }], cut_off: false },
        tool('web_search', { query: 'unwanted' }),
        {
          type: 'tool_result',
          name: 'web_search',
          content: [{ type: 'knowledge', text: 'unwanted' }],
          is_error: false,
        },
        text('At six.'),
        { type: 'token_budget' },
      ],
    },
    { sender: 'system', text: 'unwanted' },
  ])
  expect(spoken).toEqual(['User: when is low water', 'Claude: At six.'])
  expect(findings).toContain('Left out, by reason: 1 budget, 1 hidden, 1 reasoning, 1 sender system, 2 tool.')
  expect(findings).not.toContain('not known')
})

test('artifacts belong to the answer: as calls, and between tags as they were in 2024', async () => {
  const { spoken, findings } = await read([
    {
      sender: 'assistant',
      content: [
        text('Here:'),
        tool('artifacts', {
          id: 'a',
          command: 'create',
          type: 'text/markdown',
          title: 'Plan',
          content: 'Row **out**.',
          version_uuid: 'v',
        }),
        { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }], is_error: false },
        tool('artifacts', { id: 'a', command: 'update', old_str: 'Row', new_str: 'Sail' }),
        tool('artifacts', { id: 'b', command: 'rewrite', type: 'application/vnd.ant.code', content: 'a = 1' }),
      ],
    },
    {
      sender: 'assistant',
      text: 'Look. <antThinking>unwanted thought</antThinking>\n<antArtifact identifier="i" type="text/markdown" title="Log">High water.</antArtifact>\nDone.',
    },
  ])
  expect(spoken).toEqual([
    'Claude: Here:\n\n[artifact: Plan]\n\nRow **out**.\n\n[artifact]\n\n```\na = 1\n```',
    'Claude: Look.\n\n[artifact: Log]\n\nHigh water.\n\nDone.',
  ])
  expect(findings).toContain('1 reasoning, 2 tool')
})

test('a file is named once, and blocks may be a text of JSON', async () => {
  const { spoken, findings } = await read([
    {
      sender: 'human',
      content: [
        { type: 'image', source: null, file_uuid: 'f1' },
        { type: 'document', title: 'tides.pdf', file_uuid: 'f2' },
        text('compare'),
      ],
      attachments: [{ file_name: '', file_size: 9, file_type: 'txt', extracted_content: 'pasted words' }],
      files: [{ file_name: 'chart.png' }, { file_name: 'tides.pdf' }],
    },
    { sender: 'assistant', content: JSON.stringify([text('Both agree.')]) },
    { sender: 'human', content: [{ type: 'image', source: null }, text('and this')] },
  ])
  expect(spoken).toEqual([
    'User: [file: tides.pdf]\n\ncompare\n\n[attachment]\n\n```\npasted words\n```\n\n[file: chart.png]',
    'Claude: Both agree.',
    'User: [image]\n\nand this',
  ])
  expect(findings).not.toContain('not known')
})
