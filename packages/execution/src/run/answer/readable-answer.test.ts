import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoriesOf } from '../__fixtures__/memories-of.ts'
import { answer, run, runSpace } from '../__fixtures__/run-space.ts'
import { isBinary, readableText } from './readable-answer.ts'

const esc = String.fromCharCode(27)

test.each([
  ['random bytes', randomBytes(100_000).toString('utf8'), true],
  ['few random bytes with a NUL', 'text\0text', true],
  ['latin-1 read as UTF-8', Buffer.from('é'.repeat(50), 'latin1').toString('utf8'), true],
  ['plain text', answer, false],
  ['Chinese', '潮汐每天来两次。'.repeat(20), false],
  ['one damaged character', 'Caf\ufffd is open, as it is every day.', false],
  ['a bell', 'Done\u0007', false],
  ['colours', `${esc}[31mred${esc}[0m`.repeat(50), false],
  ['pages of a document', 'page\f'.repeat(50), false],
  ['nothing', '', false],
])('%s: binary %s', (_name, text, expected) => {
  expect(isBinary(text)).toBe(expected)
})

test('control characters go, words and lines stay', () => {
  expect(readableText(`${esc}[1mTides${esc}[0m\u0007 come\ttwice\r\na\fday\u009b\u007f`)).toBe(
    'Tides come\ttwice\r\na\nday',
  )
})

test('titles and links of a terminal go, and those that have no end take nothing with them', () => {
  const link = `${esc}]8;;https://example.com${esc}\\the tides${esc}]8;;\u0007`
  expect(readableText(`See ${link}.\n${esc}]Then ${esc}[1mmore${esc}[0m.\u0007`)).toBe('See the tides.\nThen more.')
})

test.each([
  [`${esc}]`, ''],
  [`${esc}]0;a`, '0;a'],
  [esc, ''],
])('of an answer of nothing but %j what can be read is left', (piece, left) => {
  const text = piece.repeat(2000)
  expect([isBinary(text), readableText(text)]).toEqual([piece === esc, left.repeat(2000)])
})

test('of an answer that is no text nothing is remembered, and a finding says so', async () => {
  const readable = 'The tides of the harbour come twice a day, an hour later each day.'
  const space = await runSpace([{ text: `${readable}\n\n\0\u0001`, insights: ['Tides come twice a day.'] }])
  const { findings, status, memory_id: memoryId } = await run(space, { id: 'exec-1' })
  expect(findings).toMatchObject([{ code: 'EXECUTION_ANSWER_BINARY', severity: 'warning', subject: 'exec-1' }])
  expect([status, memoryId, await memoriesOf(space.paths)]).toEqual(['success', undefined, []])
  // What the runner said is kept as it is, for one who looks for the reason.
  expect(await readFile(join(space.paths.stateDirectory, 'outputs/exec-1.md'), 'utf8')).toContain('\0')
})

test('control characters of an answer, an insight and a task are not remembered', async () => {
  const said = `${esc}[1mThe tides${esc}[0m of the harbour\u0007 come twice a day, as all know.`
  const space = await runSpace([{ text: said, insights: [`Springs\u009b come${esc}[31m at new moon.`] }])
  const { findings } = await run(space, { task: 'Explain\u0007 the tides' })
  expect(findings).toEqual([])
  expect(await memoriesOf(space.paths)).toMatchObject([
    {
      summary: 'The tides of the harbour come twice a day, as all know.\n\nAsked: Explain the tides',
      insights: ['Springs come at new moon.'],
    },
  ])
})

test('no answer, whole or broken off, and no message is kept or handed on with signs for a terminal', async () => {
  const said = `${esc}[31mTides${esc}[0m, see ${esc}]8;;https://a.example\u0007here${esc}]8;;\u0007.`
  const whole = await run(await runSpace([{ text: said, remarks: [said] }]), { id: 'exec-1' })
  expect([whole.text, whole.findings[0]?.message]).toEqual(['Tides, see here.', 'Tides, see here.'])
  const failed = await run(await runSpace([{ error: { code: 'STUB_DENIED', message: said } }]))
  expect(failed.error?.message).toBe('Tides, see here.')
  const space = await runSpace([{ hang: true, says: said }], { runner: { timeout_ms: 50, max_attempts: 1 } })
  expect((await run(space, { id: 'exec-1' })).text).toBe('Tides, see here.')
  expect(await readFile(join(space.paths.stateDirectory, 'outputs/exec-1.md'), 'utf8')).toBe('Tides, see here.\n')
})
