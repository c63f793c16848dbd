import { expect, test } from 'vitest'
import { instructionsOf } from './instructions.ts'
import { tools } from './tools.ts'

test('an assistant is told of the tools that it has, in a few sentences', () => {
  const all = instructionsOf(tools)
  const named = new Set(tools.map(({ name }) => name))
  for (const [word] of all.matchAll(/\b[a-z]+_[a-z]+\b/g)) expect([word, named.has(word)]).toEqual([word, true])
  expect(all.length).toBeLessThan(1000)
  const readOnly = instructionsOf(tools.filter(({ isReadOnly }) => isReadOnly))
  expect(readOnly).toContain('search_notes')
  expect(readOnly).not.toMatch(/run_agent|remember\b/)
})
