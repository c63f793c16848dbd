import { expect, test } from 'vitest'
import { namePattern } from './name-pattern.ts'

test.each([
  ['Drafts', ['Drafts/a.md', '1-acme/Drafts/b/c.md', 'Drafts'], ['Drafts 2/a.md', 'drafts/a.md']],
  ['*.draft.md', ['a.draft.md', 'x/b.draft.md'], ['a.md', 'a.draft.mdx']],
  ['/Drafts', ['Drafts/a.md'], ['x/Drafts/a.md']],
  ['./Archive/2019/', ['Archive/2019/a.md', 'Archive/2019/b/c.md'], ['Archive/2020/a.md', 'x/Archive/2019/a.md']],
  ['*/inbox', ['1-acme/inbox/a.md', '2-lab/inbox/b.md'], ['inbox/a.md', 'a/b/inbox/c.md']],
  ['a/**/z.md', ['a/z.md', 'a/b/c/z.md'], ['a/z', 'b/z.md']],
  ['a/**', ['a/b.md'], ['b/a.md']],
  ['**/old', ['old/a.md', 'a/b/old/c.md'], ['a/older/c.md']],
  ['20??-*.md', ['2019-x.md', 'a/2020-.md'], ['20191-x.md', '2019.md']],
  ['a+(b).[c]', ['a+(b).[c]/x.md'], ['aab.c/x.md']],
])('%s', (pattern, meant, others) => {
  const means = namePattern(pattern)
  expect(meant.filter((path) => !means(path))).toEqual([])
  expect(others.filter(means)).toEqual([])
})

test('many stars stop nobody', () => {
  expect(namePattern(`${'*a'.repeat(100)}b`)('a'.repeat(20_000))).toBe(false)
  expect(namePattern(`${'**/a/'.repeat(100)}b`)('a/'.repeat(5000))).toBe(false)
})
