import fc from 'fast-check'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { checkEvent } from './check-event.ts'
import { type AgentDefinition, definitionSlug, definitionTags, readDefinition } from './definition.ts'
import { type NostrEvent, kinds } from './event.ts'
import { latestDefinitions, stillPublished } from './latest.ts'

const [ada, eve] = [generateSecretKey(), generateSecretKey()]
const now = Date.UTC(2026, 0, 2)
const seconds = now / 1000

function signed(tags: string[][], { key = ada, at = seconds, kind = 4199, content = '' } = {}) {
  // The library marks what it signed as checked, which must not help here.
  return structuredClone(finalizeEvent({ kind, tags, content, created_at: at }, key)) as NostrEvent
}

test('what is written is read again, whatever it is', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const some = text.filter((one) => one.trim() !== '')
  const definition = fc.record({
    title: some.map((one) => one.trim()),
    d: fc.option(text, { nil: undefined }),
    version: fc.integer({ min: 0, max: 999_999_999 }),
    role: some,
    description: text,
    instructions: text,
    useCriteria: text,
    category: fc.constantFrom(undefined, 'worker', 'domain-expert'),
    tools: fc.array(some),
    hashtags: fc.array(some),
    image: fc.constantFrom(undefined, 'https://example.org/a.png'),
    forkOf: fc.constantFrom(undefined, 'a'.repeat(64)),
    files: fc.array(fc.record({ id: some, relay: text, marker: fc.constantFrom('', 'file', 'script') })),
    content: text,
    others: fc.array(fc.tuple(fc.constantFrom('x-own', 'license'), text)),
  })
  fc.assert(
    fc.property(definition, (one: AgentDefinition) => {
      const event = { kind: kinds.definition, tags: definitionTags(one), content: one.content }
      expect(readDefinition(event)).toEqual(one)
    }),
  )
})

test('no title and another kind are refused; a version that is no number is 1, an unknown category none', () => {
  expect(readDefinition(signed([['title', '  ']]))).toBe('it has no title')
  expect(readDefinition(signed([['title', 'A']], { kind: 34_199 }))).toContain('34199')
  const tags = [
    ['title', 'Code Reviewer'],
    ['ver', 'two'],
    ['category', 'developer'],
  ]
  expect(readDefinition(signed(tags))).toMatchObject({ version: 1, category: undefined, role: 'assistant' })
  expect(definitionSlug({ title: 'Code Reviewer', d: '' })).toBe('code-reviewer')
})

test('forged, tampered and oversized events are none', () => {
  const event = signed([['title', 'A']])
  expect(checkEvent(event)).toEqual({ event })
  expect(checkEvent({ ...event, content: 'other' })).toEqual({ reason: 'its id is not that of its contents' })
  expect(checkEvent({ ...event, sig: signed([['title', 'B']]).sig })).toEqual({
    reason: 'its signature is not that of its key',
  })
  expect(checkEvent(signed([['title', 'A']], { content: 'x'.repeat(120_000) }))).toEqual({
    reason: 'content is too large',
  })
  for (const rubbish of [null, 'x', {}, { ...event, tags: [[1]] }]) expect(checkEvent(rubbish)).toHaveProperty('reason')
})

test('of one author and d the latest counts: by version, then date, then id; never from the future', () => {
  const tags = (ver: string): string[][] => [
    ['title', 'A'],
    ['d', 'a'],
    ['ver', ver],
  ]
  const [old, second, newer] = [signed(tags('1')), signed(tags('2'), { at: seconds - 50 }), signed(tags('2'))]
  const future = signed(tags('9'), { at: seconds + 1000 })
  const other = signed(tags('7'), { key: eve })
  const latest = latestDefinitions([future, old, second, other, newer], { now })
  expect(latest.map(({ id }) => id).sort()).toEqual([newer.id, other.id].sort())
  const same = [signed([...tags('2'), ['t', 'x']]), newer].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(latestDefinitions(same.toReversed(), { now })).toEqual([same[0]])
  const alone = [signed([['title', 'A']]), signed([['title', 'B']])]
  expect(latestDefinitions(alone, { now })).toHaveLength(2)
})

test('a deletion by address takes back what was published until then, of its own author only', () => {
  for (const kind of [4199, 31_990]) {
    const [before, after] = [50, 10].map((ago) => signed([['d', 'x']], { kind, at: seconds - ago }))
    const alone = signed([['title', 'A']], { at: seconds - 50 })
    const all = [before, after, alone].filter((one) => one !== undefined)
    const left = (key: Uint8Array) => {
      const gone = signed([['a', `${kind}:${alone.pubkey}:x`]], { kind: 5, key, at: seconds - 20 })
      return stillPublished([...all, gone], { now }).filter((one) => one !== gone)
    }
    expect(left(ada)).toEqual([after, alone])
    expect(left(eve)).toEqual(all)
  }
})

test('a deletion counts for events of its own author only', () => {
  const event = signed([
    ['title', 'A'],
    ['d', 'a'],
  ])
  const deletion = (key: Uint8Array) => signed([['e', event.id]], { key, kind: kinds.deletion })
  expect(latestDefinitions([event, deletion(eve)], { now })).toEqual([event])
  expect(latestDefinitions([event, deletion(ada)], { now })).toEqual([])
})
