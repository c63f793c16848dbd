import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoriesOf } from '../__fixtures__/memories-of.ts'
import { run, runSpace } from '../__fixtures__/run-space.ts'
import type { RunProgress } from '../run-agent-options.ts'
import { withoutThoughts, withoutThoughtsStream } from './without-thoughts.ts'

const answers: readonly (readonly [string, string])[] = [
  ['<think>Hm.\n\nThe user asks of tides.</think>\n\nTides come twice.\n', 'Tides come twice.\n'],
  ['\n <Thinking>Hm.</THINKING> Tides.', 'Tides.'],
  ['<reasoning>Hm <think> </think>.</reasoning>Tides.', 'Tides.'],
  ['<think></think>\n<think>Once more.</think>\nTides.', 'Tides.'],
  ['Tides.\n<think>said aloud</think>', 'Tides.\n<think>said aloud</think>'],
  ['`<think>` opens a thought.', '`<think>` opens a thought.'],
  ['```xml\n<think>x</think>\n```', '```xml\n<think>x</think>\n```'],
  ['<thinker>is another tag</thinker>', '<thinker>is another tag</thinker>'],
  ['<thin', '<thin'],
  ['\n  indented', '\n  indented'],
  ['', ''],
  [`${' '.repeat(2000)}<think>x</think>`, `${' '.repeat(2000)}<think>x</think>`],
]

test.each(answers)('%j is the answer %j', (text, answer) => {
  expect(withoutThoughts({ text })).toEqual({ text: answer })
  for (const size of [1, 3, 7]) {
    const stream = withoutThoughtsStream()
    let shown = ''
    for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size))
    expect(shown + stream.end()).toBe(answer)
  }
})

test.each([
  ['The user asks of tides.\n\nHm.\n</think>\n\nTides come twice.\n', 'Tides come twice.\n'],
  ['Close it by\n```\n</think>\n```\n', 'Close it by\n```\n</think>\n```\n'],
  ['A tag </think>\nin a line.', 'A tag </think>\nin a line.'],
  ['Both <think>x\n</think>\nare said.', 'Both <think>x\n</think>\nare said.'],
])('thoughts that the template of the model opened end in a line of their own: %j', (text, answer) => {
  expect(withoutThoughts({ text })).toEqual({ text: answer })
})

test('an answer of a space and thoughts, and one that broke off within them, say so', () => {
  expect(withoutThoughts({ text: '<think>Hm.</think>\n', remarks: ['Slow.'] })).toEqual({
    text: '',
    remarks: ['Slow.', 'The answer is nothing but thoughts, 18 characters of them, which are left out.'],
  })
  expect(withoutThoughts({ text: '<think>Hm. </thi' })).toEqual({
    text: '',
    status: 'partial',
    remarks: ['The answer broke off within its thoughts, 16 characters of them, which are left out.'],
  })
})

const thoughts = '<think>The user wants to know of tides and harbours. I guess they come thrice.</think>\n\n'
const said = 'The tides of the harbour come twice a day, as all know.'

test('thoughts are neither told, kept nor remembered', async () => {
  const space = await runSpace([{ text: thoughts + said }])
  const reported: string[] = []
  const onProgress = (event: RunProgress): void => void (event.type === 'output' && reported.push(event.text))
  const result = await run(space, { id: 'exec-1', onProgress })
  expect(result).toMatchObject({ status: 'success', text: said, findings: [] })
  expect(reported.join('')).toBe(said)
  expect(await readFile(join(space.paths.stateDirectory, 'outputs/exec-1.md'), 'utf8')).toBe(`${said}\n`)
  expect(await memoriesOf(space.paths)).toMatchObject([
    { summary: `${said}\n\nAsked: Explain the tides`, insights: [] },
  ])
})

test.each([
  ['nothing but thoughts', thoughts, ['EXECUTION_ANSWER_EMPTY', 'EXECUTION_RUNNER_REMARK']],
  ['thoughts without an end', thoughts.slice(0, 50), ['EXECUTION_ANSWER_EMPTY', 'EXECUTION_RUNNER_REMARK']],
])('a run that came to %s is partial', async (_name, text, codes) => {
  const space = await runSpace([{ text }])
  const result = await run(space)
  expect(result).toMatchObject({ status: 'partial', text: '', outputs: [] })
  expect(result.findings.map(({ code }) => code)).toEqual(codes)
  expect(await memoriesOf(space.paths)).toEqual([])
})

test('of a run that fails only what was said is kept', async () => {
  const space = await runSpace([{ hang: true, says: thoughts + said }], { runner: { timeout_ms: 50 } })
  expect(await run(space)).toMatchObject({ status: 'timeout', text: said })
})
