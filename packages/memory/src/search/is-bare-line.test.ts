import { expect, test } from 'vitest'
import { noteSpace } from '../index/__fixtures__/note-space.ts'
import { coldScan } from '../tiers/cold-scan.ts'
import { isBareLine } from './is-bare-line.ts'
import { snippet } from './snippet.ts'

test.each([
  '<< [[2026-01-01]] | [[2026-01-03]] >>',
  '[[2026-01-01|Yesterday]] · [[2026-01-03|Tomorrow]]',
  '← [Yesterday](2026-01-01.md)',
  '[[2026-01-03]] ➡️',
  '⬅ [[a]] ▶',
  '---',
  '* * *',
  '',
])('%j says nothing', (line) => {
  expect(isBareLine(line)).toBe(true)
})

test.each([
  '[[Zephyr]]',
  '- [[Zephyr]]',
  '* [[Zephyr]], [[Honey]]',
  '- [ ] [[Zephyr]] → [[Honey]]',
  '| [[Zephyr]] | [[Honey]] |',
  'See [[Zephyr]] | [[Honey]]',
  '[[Zephyr]] 7',
  '日記 [[a]] | [[b]]',
  '🎉',
])('%j says something', (line) => {
  expect(isBareLine(line)).toBe(false)
})

test('the way to the next day is not shown in place of what the day was', async () => {
  const day = '<< [[2026-01-01]] | [[2026-01-03]] >>\n# Friday\n\nWe saw a walrus.\n\nIt slept.\n'
  expect(snippet(day, ['2026', '01', '03'], { firstLine: 1 })).toMatchObject({
    text: '# Friday\n\nWe saw a walrus.',
    start: 2,
  })
  expect(snippet('---\n[[a]] | [[b]]\nWalrus.\n---', [], { firstLine: 5 })).toEqual({
    text: 'Walrus.',
    start: 7,
    end: 7,
  })
  expect(snippet('[[a]] | [[b]]', ['a'], { firstLine: 1 })).toEqual({ text: '[[a]] | [[b]]', start: 1, end: 1 })
  const paths = await noteSpace({ '2026-01-02.md': day })
  expect((await coldScan(paths, '2026 03')).hits).toMatchObject([{ snippet: '# Friday\n', startLine: 2, endLine: 3 }])
})
