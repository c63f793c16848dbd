import { expect, test } from 'vitest'
import { programAnswer } from './program-answer.ts'

const lines = (...events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('')

test('what only terminals read leaves the answer', () => {
  const link = '\u001B]8;;https://a.example\u0007here\u001B]8;;\u0007'
  expect(programAnswer(`\u001B[1mDone\u001B[0m, see ${link}.\n`)).toEqual({ text: 'Done, see here.\n' })
})

test.each([
  [
    'Claude Code, json',
    lines({ type: 'result', result: 'Four.', total_cost_usd: 0.02, usage: { input_tokens: 9, output_tokens: 3 } }),
  ],
  [
    'Claude Code, stream-json',
    lines(
      { type: 'system', subtype: 'init' },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'I think.' }] } },
      { type: 'result', result: 'Four.', total_cost_usd: 0.02, usage: { input_tokens: 9, output_tokens: 3 } },
    ),
  ],
  [
    'opencode',
    lines(
      { type: 'text', part: { text: 'Four.' } },
      { type: 'step_finish', part: { cost: 0.01, tokens: { input: 4, output: 1 } } },
      { type: 'step_finish', part: { cost: 0.01, tokens: { input: 5, output: 2 } } },
    ),
  ],
])('the answer, the tokens and the cost are taken out of what %s writes', (_, written) => {
  expect(programAnswer(written)).toEqual({ text: 'Four.', tokens_in: 9, tokens_out: 3, cost_usd: 0.02 })
})

test('of Codex the last message counts, and Gemini CLI counts by model', () => {
  const codex = lines(
    { type: 'item.completed', item: { type: 'agent_message', text: 'I look first.' } },
    { type: 'item.completed', item: { type: 'agent_message', text: 'Four.' } },
    { type: 'turn.completed', usage: { input_tokens: 9, output_tokens: 3 } },
  )
  expect(programAnswer(codex)).toEqual({ text: 'Four.', tokens_in: 9, tokens_out: 3 })
  const models = { 'gemini-pro': { tokens: { prompt: 9, candidates: 3 } } }
  const gemini = JSON.stringify({ response: 'Four.', stats: { models } }, null, 2)
  expect(programAnswer(gemini)).toEqual({ text: 'Four.', tokens_in: 9, tokens_out: 3 })
})

test.each([
  '{"answer": 4}',
  '[1, 2]',
  '{"type": "result"',
  '{"type": "result", "result": "Four."}\nand more',
  '{"type": "result", "result": 4}',
  '{ not JSON',
])('what no known program writes stays as it is: %s', (written) => {
  expect(programAnswer(written)).toEqual({ text: written })
})

test.each([
  [
    {
      type: 'result',
      result: 'Four.',
      usage: { input_tokens: 2, cache_creation_input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 3 },
    },
  ],
  [
    { type: 'text', part: { text: 'Four.' } },
    { type: 'step_finish', part: { tokens: { input: 2, output: 3, cache: { read: 3, write: 4 } } } },
  ],
])('what was read from a cache, or kept in one, counts as read', (...events) => {
  expect(programAnswer(lines(...events))).toEqual({ text: 'Four.', tokens_in: 9, tokens_out: 3 })
})

test('counts that are none are left out', () => {
  const written = lines({ type: 'result', result: 'Four.', total_cost_usd: -1, usage: { input_tokens: 'many' } })
  expect(programAnswer(written)).toEqual({ text: 'Four.' })
})
