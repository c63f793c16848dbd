import { expect, test } from 'vitest'
import { cleanEntry } from './collect-agents.ts'

test('texts lose control and direction characters, paths and patterns do not', () => {
  const entry = {
    name: 'writer\u001b[2J',
    description: 'Writes\u202e things.\u0007\nTwo lines.',
    skills: [{ id: 'a', name: '\u009b', description: 'b\b', tags: ['c\r'], examples: ['d\u{e0041}'] }],
    triggers: { tags: [':x\u2066:'], examples: ['e\u001b'], patterns: ['f\u0001'] },
    source: 'g\u0001.md',
  }
  expect(cleanEntry(entry, 'writer')).toEqual({
    name: 'writer[2J',
    description: 'Writes things.\nTwo lines.',
    skills: [{ id: 'a', name: 'a', description: 'b', tags: ['c'], examples: ['d'] }],
    triggers: { tags: [':x:'], examples: ['e'], patterns: ['f\u0001'] },
    source: 'g\u0001.md',
  })
  expect(cleanEntry({ name: '\u202e', description: '', skills: [] }, 'one').name).toBe('one')
})

test('what has none stays the same', () => {
  const entry = { name: ' Writer ', description: 'Writes. ', skills: [] }
  expect(cleanEntry(entry, 'writer')).toEqual(entry)
})
