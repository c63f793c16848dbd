import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registrableDomain } from '../dedup/registrable-domain.ts'
import { type Supporter, converge } from './converge.ts'

const voice = (id: string, url: string, more: Partial<Supporter> = {}): Supporter => ({
  sourceId: id,
  cluster: id,
  url,
  routes: ['exa'],
  primaries: [],
  ...more,
})
const independent = (...voices: readonly Supporter[]): number => converge(voices, voices).independent

describe('converge', () => {
  test('counts registrable domains, not pages', () => {
    expect(
      independent(
        voice('a', 'https://a.example/1'),
        voice('b', 'https://www.a.example/2'),
        voice('c', 'https://b.example/'),
      ),
    ).toBe(2)
    expect(independent(voice('a', 'https://alice.github.io/'), voice('b', 'https://bob.github.io/'))).toBe(2)
    expect(independent(voice('a', 'https://news.bbc.co.uk/'), voice('b', 'https://www.bbc.com/'))).toBe(1)
    expect(registrableDomain('http://127.0.0.1:8080/a')).toBe('127.0.0.1')
    expect(registrableDomain('mailto:x')).toBeUndefined()
  })

  test('counts copies once, and says so', () => {
    const copies = ['a', 'b', 'c'].map((id) => voice(id, `https://${id}.example/`, { cluster: 'a' }))
    expect(converge(copies, [...copies, voice('d', 'https://d.example/')])).toEqual({
      independent: 1,
      of: 2,
      routes: ['exa'],
      echo: [{ sources: ['a', 'b', 'c'], origin: 'a.example' }],
      echoChamber: true,
    })
  })

  test('counts a primary source once', () => {
    const cites = { primaries: ['doi:10.1000/1'] }
    const all = [
      voice('a', 'https://a.example/', cites),
      voice('b', 'https://b.example/', cites),
      voice('c', 'https://c.example/'),
    ]
    expect(converge(all, all)).toMatchObject({
      independent: 2,
      of: 3,
      echo: [{ sources: ['a', 'b'], origin: 'doi:10.1000/1' }],
      echoChamber: false,
    })
  })

  test('counts texts that overlap once', () => {
    expect(
      independent(
        voice('a', 'https://a.example/', { overlaps: ['b'] }),
        voice('b', 'https://b.example/'),
        voice('c', 'https://c.example/', { overlaps: ['absent'] }),
      ),
    ).toBe(2)
  })

  test('gives aggregators and answer engines a route, no vote', () => {
    expect(independent(voice('a', 'https://news.google.com/x'), voice('b', 'https://www.perplexity.ai/y'))).toBe(0)
    expect(
      independent(voice('a', 'https://news.google.com/x', { cluster: 'b' }), voice('b', 'https://b.example/')),
    ).toBe(1)
  })

  test('lets what has no address speak for itself', () => {
    const file: Supporter = { sourceId: 'f', cluster: 'f', routes: ['files'], primaries: [] }
    expect(independent(file, { ...file, sourceId: 'g', cluster: 'g' })).toBe(2)
    expect(converge([], [])).toEqual({ independent: 0, of: 0, routes: [], echo: [], echoChamber: false })
  })

  test('mirrors never raise the number, and the order does not matter', () => {
    const some = fc.array(
      fc.record({ cluster: fc.constantFrom('c1', 'c2', 'c3', 'c4'), site: fc.nat(6), primary: fc.nat(8) }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(some, fc.nat(40), (list, seed) => {
        const voices = list.map(({ cluster, site, primary }, place) =>
          voice(`s${place}`, `https://site${site}.example/`, {
            cluster,
            primaries: primary < 3 ? [`doi:10.1000/${primary}`] : [],
          }),
        )
        const before = independent(...voices)
        const copied = voices[seed % voices.length]
        const mirrors = Array.from({ length: 10 }, (_, place) =>
          voice(`m${place}`, `https://site${(seed + place) % 12}.example/`, { cluster: copied?.cluster ?? '' }),
        )
        expect(independent(...voices, ...mirrors)).toBeLessThanOrEqual(before)
        const fresh = mirrors.map((mirror, place) => ({ ...mirror, url: `https://fresh${place}.example/` }))
        expect(independent(...voices, ...fresh)).toBe(before)
        expect(independent(...[...voices].reverse())).toBe(before)
      }),
      { seed: 6, numRuns: 200 },
    )
  })
})
