import { expect, test } from 'vitest'
import { addJournalEntry } from './journal-entry.ts'
import { addToLandscape } from './landscape.ts'

const run = { run: 'r-7f3a12bc', at: '2026-11-22T10:00:00.000Z', report: '0-personal/content/reports/tides.md' }
const options = { run, file: 'landscape.yaml' }
const entities = [
  { name: 'Bank of England', evidence: ['e1', 'e2'] },
  { name: 'DEME: Group', evidence: [] },
]

test('entities come with what they were found in, once for each run', () => {
  const text = addToLandscape('', entities, options)
  expect(text).toContain('Bank of England:\n    first_seen: 2026-11-22T10:00:00.000Z')
  expect(text).toContain('evidence:\n          - e1')
  expect(addToLandscape(text, entities, options)).toBe(text)
  const later = addToLandscape(text, entities.slice(0, 1), { ...options, run: { ...run, run: 'r-00000001' } })
  expect(later.match(/run: r-/g)).toHaveLength(3)
})

test('what a person wrote stays', () => {
  const own = '# mine\nentities:\n  # the old lady\n  Bank of England:\n    kind: bank # central\nother: 1\n'
  const text = addToLandscape(own, entities, options)
  expect(text.startsWith('# mine\nentities:\n  # the old lady\n  Bank of England:\n    kind: bank # central\n')).toBe(
    true,
  )
  expect(text).toContain('other: 1')
  expect(addToLandscape(own, [], options)).toBe(own)
})

test.each(['- a list', 'entities: [a]', 'a: b: c', 'entities: "x'])('%j is an error, and is left alone', (text) => {
  expect(() => addToLandscape(text, entities, options)).toThrow(
    expect.objectContaining({ code: 'RESEARCH_LANDSCAPE_INVALID' }),
  )
})

test('the journal of a day has each run once, and no topic forges a heading', () => {
  const entry = { run: 'r-7f3a12bc', topic: 'Tides\n# [[x]]', summary: 'Two findings.', links: ['a/b'] }
  const text = addJournalEntry('', entry, { date: '2026-11-22' })
  expect(text).toBe('# 2026-11-22\n\n## Research: Tides # x\n\n- [[a/b]]\n\nTwo findings. ^r-7f3a12bc\n')
  expect(addJournalEntry(text, entry, { date: '2026-11-22' })).toBe(text)
  expect(addJournalEntry('mine', { ...entry, run: 'r-2' }, { date: 'x' })).toMatch(/^mine\n\n## Research/)
})
