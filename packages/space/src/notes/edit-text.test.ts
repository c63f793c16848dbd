import { expect, test } from 'vitest'
import { replacePassage, replaceSection, replaceWhole } from './edit-text.ts'

function section(file: string, lines: readonly [number, number], text: string): readonly [string, string, number] {
  const { whole, before, line } = replaceSection(Buffer.from(file), {
    section: { start: lines[0], end: lines[1] },
    text,
  })
  return [whole.toString('utf8'), before, line]
}

test.each([
  ['# A\n\none\n\n## B\n\ntwo\n\n## C\nthree\n', [5, 7], 'é', '# A\n\none\n\n## B\n\né\n\n## C\nthree\n', 'two', 7],
  ['# A\none\n## B\ntwo\nmore', [3, 5], 'new\nlines', '# A\none\n## B\nnew\nlines', 'two\nmore', 4],
  ['# A\r\none\r\n\r\n## B\r\n', [1, 2], 'x\ny', '# A\r\nx\r\ny\r\n\r\n## B\r\n', 'one', 2],
  ['A\n===\none\n', [1, 3], 'x', 'A\n===\nx\n', 'one', 3],
  ['* A\n-----\none\n', [1, 3], 'x', '* A\nx\n', '-----\none', 2],
  ['# A\n## B\n## C\n', [2, 2], 'x', '# A\n## B\n\nx\n\n## C\n', '', 4],
  ['# A\r\n## B', [2, 2], 'x', '# A\r\n## B\r\n\r\nx', '', 4],
] as const)('what stands in a section of %j is replaced', (file, lines, text, whole, before, line) => {
  expect(section(file, lines, text)).toEqual([whole, before, line])
})

function passage(file: string, old: string, text: string, lines: readonly [number, number] = [1, 99]): unknown {
  const where = { path: 'A.md', passage: { start: lines[0], end: lines[1] } }
  const { whole, line } = replacePassage(Buffer.from(file), { ...where, old, text })
  return [whole.toString('utf8'), line]
}

test('a passage is replaced with the line ends of the file, and every other byte stays', () => {
  expect(passage('\uFEFFé one\r\ntwo\nthree', 'one\ntwo', 'ö\nx')).toEqual(['\uFEFFé ö\r\nx\nthree', 1])
  expect(passage('a\nb\na\n', 'a', 'x', [2, 3])).toEqual(['a\nb\nx\n', 3])
  expect(passage('keep this word', ' this', '')).toEqual(['keep word', 1])
})

test('what stands there not at all or several times is told, however often', () => {
  expect(() => passage('a\nb\n', 'c', 'x')).toThrow(/^A\.md has no "c"\. Nothing was written\.$/)
  expect(() => passage('a\nb\n', 'b', 'x', [1, 1])).toThrow(/has no "b"/)
  expect(() => passage('a\nb\na\n', 'a', 'x')).toThrow(
    expect.objectContaining({ code: 'CLI_PASSAGE_AMBIGUOUS', details: { path: 'A.md', count: 2, lines: [1, 3] } }),
  )
  expect(() => passage('a\n'.repeat(1000), 'a', 'x', [1, 1000])).toThrow(/1000 times/)
})

test.each([
  ['a\nb\n', 'a\nc', 'a\nc\n'],
  ['\uFEFFa\r\nb\r\n', 'a\nb\nc', '\uFEFFa\r\nb\r\nc\r\n'],
  ['a\r\nb', 'a', 'a'],
  ['a\r\nb\nc  \r\n', 'a\nx\nc  ', 'a\r\nx\r\nc  \r\n'],
  ['a\nb\r\nc\n', 'a\nb\nx', 'a\nb\r\nx\n'],
  ['a\r\n', 'a', 'a\r\n'],
  ['a\r\nb\r\n', 'b', 'b\r\n'],
  ['', 'é\n', 'é\n'],
  ['a\n\n\n', 'a\n\n', 'a\n\n\n'],
  ['a\rb\n', 'a\rb\nc', 'a\rb\nc\n'],
  ['a\n', '', '\n'],
])('of %j, which is given as %j, only the lines that differ change', (file, text, whole) => {
  expect(replaceWhole(Buffer.from(file), text).whole.toString()).toBe(whole)
})
