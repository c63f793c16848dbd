import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameKeys } from './name-keys.ts'

test.each([
  'code-reviewer',
  'Code-Reviewer',
  '"code-reviewer"',
  '`code-reviewer`',
  '„code-reviewer“',
  '@code-reviewer',
  '@agent-code-reviewer',
  '/code-reviewer',
  'code-reviewer.',
  'code-reviewer?!',
  '"@code_reviewer".',
  'code_reviewer',
  '  Code  Reviewer ',
])('%j may be code-reviewer', (text) => {
  expect(nameKeys(text).map(({ key }) => key)).toContain('code-reviewer')
})

test('the key as it was written comes first, and one that had blanks is told apart', () => {
  expect(nameKeys('Thank You')).toEqual([
    { key: 'thank you', isSpoken: false },
    { key: 'thank-you', isSpoken: true },
  ])
  expect(nameKeys('v1.2.')).toEqual([
    { key: 'v1.2.', isSpoken: false },
    { key: 'v1.2', isSpoken: false },
  ])
  expect(nameKeys('agent_cook').map(({ key }) => key)).toEqual(['agent_cook', 'agent-cook'])
})

test.each([
  ['Prüfer für Verträge', 'prufer-fur-vertrage'],
  ['İSTANBUL REHBERİ', 'istanbul-rehberi'],
  ['@Ελεγκτής κειμένων', 'ελεγκτης-κειμενων'],
  ['مُراجِع', 'مراجع'],
])('%j may be the id %j, which import made of it', (text, id) => {
  expect(nameKeys(text).map(({ key }) => key)).toContain(id)
})

test.each(['', ' \n ', 'one\ntwo', 'a'.repeat(201)])('%j is no name', (text) => {
  expect(nameKeys(text)).toEqual([])
})

test('any text gives a few keys without repetitions, and none of them is empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '@', '/', '"', '`', '.', '-', '_', '(', ')') }), (text) => {
      const keys = nameKeys(text).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys.length).toBeLessThan(10)
      expect(keys).not.toContain('')
    }),
  )
})
