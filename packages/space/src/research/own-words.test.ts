import { expect, test } from 'vitest'
import { ownWords } from './own-words.ts'

test('a note made of content from outside has no words of its person, however long its front matter is', async () => {
  const authors = Array.from({ length: 50 }, (_, place) => `  - Somebody ${place} with a name as long as pages allow\n`)
  const note = `---\ntitle: Tides\nauthor:\n${authors.join('')}taint: external\n---\n\n# Tides\n`
  expect(note.indexOf('taint')).toBeGreaterThan(2000)
  expect(await ownWords(note, { path: 'a.md' })).toBe('')
  const own = '---\ntitle: Mine\n---\n\nI saw the sea.\n'
  expect(await ownWords(own, { path: 'b.md' })).toBe(own)
})
