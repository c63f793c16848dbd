import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Evidence, type Snapshot, evidenceAt, takeSnapshot, verifyEvidence } from './evidence.ts'

const snapshot = takeSnapshot({
  sourceId: 's1',
  text: 'The tide turned at nine. “We waited,” she said — 🦦 and more.',
  url: 'https://a.example/',
  fetchedAt: '2026-01-01T00:00:00Z',
  contentType: 'text/html',
})
const evidence = evidenceAt(snapshot, { id: 'e1', start: 0, end: 24 })

describe('evidence', () => {
  test('holds the words of the source', () => {
    expect(evidence.quote).toBe('The tide turned at nine.')
    expect(verifyEvidence(evidence, snapshot)).toBeUndefined()
  })

  test.each<[string, Partial<Evidence>, Partial<Snapshot> | undefined]>([
    ['snapshot absent', {}, undefined],
    ['other snapshot', { snapshotSha256: '0' }, {}],
    ['other snapshot', { sourceId: 's2' }, {}],
    ['snapshot changed', {}, { text: `${snapshot.text} ` }],
    ['offsets outside', { start: -1 }, {}],
    ['offsets outside', { end: 1000 }, {}],
    ['offsets outside', { start: 24 }, {}],
    ['offsets outside', { start: 0.5 }, {}],
    ['offsets outside', { start: Number.NaN }, {}],
    ['other words', { quote: 'The tide turned at ten.' }, {}],
    ['other words', { start: 1, end: 25 }, {}],
    ['quotation changed', { quoteSha256: '0' }, {}],
  ])('finds the fault: %s', (fault, change, kept) => {
    expect(verifyEvidence({ ...evidence, ...change }, kept === undefined ? undefined : { ...snapshot, ...kept })).toBe(
      fault,
    )
  })

  test('verifies whatever is cut out of whatever text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.nat(), fc.nat(), (text, a, b) => {
        const own = takeSnapshot({ sourceId: 's', text, fetchedAt: '', contentType: 'text/plain' })
        const [start, end] = [a % text.length, (b % text.length) + 1].sort((x, y) => x - y) as [number, number]
        const cut = evidenceAt(own, { id: 'e1', start, end: end === start ? end + 1 : end })
        expect(verifyEvidence(cut, own)).toBeUndefined()
      }),
      { seed: 6, numRuns: 200 },
    )
  })
})
