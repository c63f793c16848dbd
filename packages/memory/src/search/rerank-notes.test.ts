import type { Reranker } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { openMemory } from '../tiers/open-memory.ts'
import { searchNotes } from './search-notes.ts'

const embedder = createHashEmbedder({ dimensions: 64 })
const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(97 + place))
const notes = Object.fromEntries(
  letters.map((letter, place) => [
    `Note ${letter}.md`,
    `# Note ${letter}\n\n${'moon '.repeat(place + 1)}shore ${letter}\n`,
  ]),
)

async function vault(more: Readonly<Record<string, string>> = {}) {
  const paths = await noteSpace({ ...notes, ...more })
  await updateNoteIndex(paths, { embedder })
  return { paths, index: await openIndex(paths, embedder) }
}

/** Says of each text what is told of its last letter, and what it was asked. */
function reranker(scoreOf: (letter: string) => number): Reranker & { readonly asked: string[][] } {
  const asked: string[][] = []
  const score: Reranker['score'] = async (question, texts) => {
    asked.push([question, ...texts])
    return await Promise.resolve(texts.map((text) => scoreOf(text.trim().at(-1) ?? '')))
  }
  return { name: 'reversing', asked, score }
}

const alphabetBackwards = (letter: string): number => letters.indexOf(letter) / letters.length

test('the first twenty notes are ranked anew, whatever the limit, and the scores stay with their places', async () => {
  const { index } = await vault()
  const before = await searchNotes(index, 'moon at the shore', { limit: 26, embedder })
  const cross = reranker(alphabetBackwards)
  const after = await searchNotes(index, 'moon at the shore', { limit: 26, embedder, reranker: cross })
  const titles = (from: typeof before, start: number, end: number) =>
    from.hits.slice(start, end).map(({ title }) => title)
  expect(titles(after, 0, 20)).toEqual(titles(before, 0, 20).toSorted().toReversed())
  expect(titles(after, 20, 26)).toEqual(titles(before, 20, 26))
  expect(after.hits.map(({ score }) => score)).toEqual(before.hits.map(({ score }) => score))
  const { title = '', reranked } = after.hits[0] ?? {}
  expect(reranked).toBeCloseTo(alphabetBackwards(title.at(-1) ?? ''), 4)
  expect(after.hits[20]).not.toHaveProperty('reranked')
  expect(after).toHaveProperty('legs.reranker', 'reversing')
  expect(cross.asked[0]).toHaveLength(21)
  expect(cross.asked[0]?.slice(0, 2)).toEqual(['moon at the shore', expect.stringContaining('moon moon')])
  const few = await searchNotes(index, 'moon at the shore', { limit: 3, embedder, reranker: cross })
  expect(few.hits).toEqual(after.hits.slice(0, 3))
})

test('a note that the query calls by its name leads all the same', async () => {
  const { index } = await vault()
  const { hits } = await searchNotes(index, 'Note c', { limit: 5, embedder, reranker: reranker(alphabetBackwards) })
  expect(hits[0]).toMatchObject({ title: 'Note c', reranked: expect.any(Number) as number })
})

const broken = new CodedError('EMBEDDINGS_MODEL_BROKEN', 'It can not be used.')

test('without its answer notes stand as they did, and it is said', async () => {
  const { index } = await vault()
  const plain = await searchNotes(index, 'moon', { limit: 5, embedder })
  const late = new AbortController()
  const failures: readonly (readonly [Reranker['score'], string])[] = [
    [async () => await Promise.reject(broken), 'EMBEDDINGS_MODEL_BROKEN: It can not be used.'],
    // It never comes by itself.
    [
      async (_, __, { signal } = {}) =>
        await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
          late.abort()
        }),
      'the cross-encoder took too long',
    ],
  ]
  for (const [score, problem] of failures) {
    const options = { limit: 5, embedder, reranker: { name: 'failing', score }, meaningUntil: late.signal }
    const found = await searchNotes(index, 'moon', options)
    expect(found.hits).toEqual(plain.hits)
    expect(found).toHaveProperty('legs.reranker_problem', problem)
  }
  const stop = new AbortController()
  const score: Reranker['score'] = async () => {
    stop.abort(new Error('enough'))
    return await Promise.reject(broken)
  }
  const stopped = searchNotes(index, 'moon', {
    limit: 5,
    embedder,
    reranker: { name: 'x', score },
    signal: stop.signal,
  })
  await expect(stopped).rejects.toThrow('enough')
})

test('an answer in one order is not given for a question in another, and none is kept that lacks its order', async () => {
  const tide = (end: string): string => `# Tide ${end}\n\nSpring tides follow the full moon ${end}\n`
  const { paths, index } = await vault({ 'One.md': `${tide('a')}\nSpring tides a\n`, 'Other.md': tide('z') })
  await index[Symbol.asyncDispose]()
  await using memory = await openMemory(paths, { embedder })
  const first = async (cross?: Reranker) => {
    const { hits, tier, remarks } = await memory.search('When are spring tides?', { limit: 3, reranker: cross })
    return { titles: hits.map(({ title }) => title), tier, remarks }
  }
  const failing = await first({ name: 'reversing', score: async () => await Promise.reject(broken) })
  expect(failing.remarks).toEqual([
    'The first notes were not ranked anew: EMBEDDINGS_MODEL_BROKEN: It can not be used.',
  ])
  const plain = await first()
  expect(failing).toMatchObject({ titles: plain.titles, tier: 'tier2_warm' })
  const cross = reranker(alphabetBackwards)
  const ranked = await first(cross)
  expect(ranked).toMatchObject({ tier: 'tier2_warm', remarks: [] })
  expect(ranked.titles).not.toEqual(plain.titles)
  expect(await first(cross)).toMatchObject({ tier: 'tier1_hot', titles: ranked.titles })
  expect(await first()).toMatchObject({ tier: 'tier1_hot', titles: plain.titles })
  expect(cross.asked).toHaveLength(1)
})
