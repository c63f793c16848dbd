import { expect, test } from 'vitest'
import { type LinkBundle, expandHits } from './follow-links.ts'

type Links = Readonly<Record<string, readonly string[]>>

function linksOf(links: Links): (note: string) => readonly LinkBundle[] {
  return (note) => (links[note] === undefined ? [] : [{ weight: 1, notes: links[note] }])
}

async function expanded(scores: Readonly<Record<string, number>>, links: Links, hops = 1): Promise<unknown> {
  const reached = await expandHits(new Map(Object.entries(scores)), { hops, linksOf: linksOf(links) })
  return Object.fromEntries([...reached].map(([note, { score, via }]) => [note, [Number(score.toFixed(3)), ...via]]))
}

test('a linked note outranks a weak direct match and stays below what led to it', async () => {
  expect(await expanded({ a: 8, weak: 1 }, { a: ['b'] })).toEqual({ a: [8], weak: [1], b: [4, 'a'] })
  // Found by both: it matches more by itself than the link gives.
  expect(await expanded({ a: 8, b: 7 }, { a: ['b'] })).toEqual({ a: [8], b: [7.992] })
  // A weak match that the link made strong says so.
  expect(await expanded({ a: 8, b: 1 }, { a: ['b'] })).toEqual({ a: [8], b: [5, 'a'] })
})

test('many links share what one link gives', async () => {
  const links = { a: ['b', 'c', 'd', 'e'] }
  expect(await expanded({ a: 8 }, links)).toEqual({ a: [8], b: [2, 'a'], c: [2, 'a'], d: [2, 'a'], e: [2, 'a'] })
})

test('a hub raises none of its 500 notes, and hands no note the place of a direct match', async () => {
  const hub = Array.from({ length: 500 }, (_, n) => `n${n}`)
  expect(await expanded({ hub: 8, weak: 0.1 }, { hub })).toEqual({ hub: [8], weak: [0.1] })
  expect(await expanded({ hub: 8 }, { hub: hub.slice(0, 100) })).toMatchObject({ n7: [0.4, 'hub'] })
})

test('further hops tell the whole way, and circles end', async () => {
  const links = { a: ['b'], b: ['c', 'a'], c: ['d', 'a'], d: ['a'] }
  expect(await expanded({ a: 8 }, links, 1)).toEqual({ a: [8], b: [4, 'a'] })
  const all = { a: [8], b: [4, 'a'], c: [Number(Math.SQRT2.toFixed(3)), 'a', 'b'], d: [0.5, 'a', 'b', 'c'] }
  expect(await expanded({ a: 8 }, links, 3)).toEqual(all)
  expect(await expanded({ a: 8 }, links, 1000)).toEqual(all)
})

test('the same matches in another order give the same', async () => {
  const links = { a: ['x'], b: ['x'], c: ['x'] }
  expect(await expanded({ a: 2, b: 2, c: 2 }, links)).toEqual(await expanded({ c: 2, b: 2, a: 2 }, links))
})

test('linked notes are told apart by what they score by themselves', async () => {
  const reached = await expandHits(new Map([['a', 8]]), {
    hops: 1,
    linksOf: linksOf({ a: ['b', 'c'] }),
    ownOf: (notes) => Promise.resolve(new Map(notes.includes('c') ? [['c', 1]] : [])),
  })
  expect((reached.get('c')?.score ?? 0) - (reached.get('b')?.score ?? 0)).toBeCloseTo(1)
  expect(reached.get('c')?.via).toEqual(['a'])
})
