import { expect, test } from 'vitest'
import { compileGlob } from './compile-glob.ts'

test.each([
  ['notes/*.md', 'notes/a.md', true],
  ['notes/*.md', 'notes/b/a.md', false],
  ['**/a.md', 'notes/b/a.md', true],
  ['notes/**', 'notes/.b/a.md', true],
  ['*/*/*/*/*/a.md', '1/2/3/4/5/a.md', true],
  ['**/*-*-*/**', 'log/2026-01-02/a.md', true],
  ['notes/**/*-*-*-*.md', 'notes/b/2026-01-02-x.md', true],
  ['**/b/**/c/**/*.md', 'a/b/a/c/a/x.md', true],
  ['*-*/*-*/*', '1-a/2-b/x', true],
  ['notes/{a,b{c,d}}.{md,org}', 'notes/bd.org', true],
  ['notes/[a-c]?.md', 'notes/bx.md', true],
  ['{space}/*.md', '12-acme/a.md', true],
  ['{space}/*.md', 'acme/a.md', false],
  // What would mean something in a regular expression stands for itself.
  ['Draft (old)/**', 'Draft (old)/a.md', true],
  ['Draft (old)/**', 'Draft old/a.md', false],
  ['{a,b}+c/*', 'a+c/x', true],
  ['{a,b}+c/*', 'aac/x', false],
  ['1,2,3,4,5,6,7,8,9,{10,11}/a*', '1,2,3,4,5,6,7,8,9,10/ab', true],
  ['!a/*', 'b/x', false],
])('%s and %s: %j', (text, path, isMatch) => {
  expect(compileGlob(text)?.(path)).toBe(isMatch)
})

test.each([
  'notes/+([a-z]|[a-z0-9])/x',
  'notes/*(a|aa)',
  '?(a)?(a)',
  '@(a|a)@(a|a)',
  '!(a)',
  'a*a*a*a*a*b',
  '**/a/**/a/**/a/**/a/x',
  '*a*a*a/*a*a*a/b',
  '*a*/*a*/*a*/*b',
  '**/a/**/a/*a*a*a*b',
  '{a,a}'.repeat(10),
])('%s is refused: it could take hours, or is no ordinary pattern', (text) => {
  expect(compileGlob(text)).toBeUndefined()
})
