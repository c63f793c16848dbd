import { expect, test } from 'vitest'
import { userText } from './user-text.ts'

test('a note made of content from outside has no words of its person, however long its front matter is', async () => {
  const authors = Array.from({ length: 50 }, (_, place) => `  - Somebody ${place} with a name as long as pages allow\n`)
  const note = `---\ntitle: Tides\nauthor:\n${authors.join('')}taint: external\n---\n\n# Tides\n`
  expect(note.indexOf('taint')).toBeGreaterThan(2000)
  expect(await userText(note, { path: 'a.md' })).toBe('')
  const own = '---\ntitle: Mine\n---\n\nI saw the sea.\n'
  expect(await userText(own, { path: 'b.md' })).toBe(own)
})
