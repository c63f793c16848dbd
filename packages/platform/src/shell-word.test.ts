import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test.each(['/desk', '~/desk', 'a-b_c.d', 'Köln/绿茶.md', 'C:\\desk'])('%j needs no quotes', (text) => {
  expect(shellWord(text)).toBe(text)
})

test.each(['', 'my notes', "ada's desk", '$HOME', 'a;b', '*', 'a\nb', '"'])('%j is one word to a shell', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
})
