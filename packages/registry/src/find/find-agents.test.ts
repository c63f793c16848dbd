import type { Embedder } from '@datacortex/embeddings'
import { expect, test } from 'vitest'
import { countingEmbedder, findSpace, hostOf } from './__fixtures__/find-space.ts'
import { isLatin } from './letters-backwards.ts'
import { openFinder } from './open-finder.ts'

/** A test embedder to which texts are what is made of them. */
function embedderReading(read: (text: string) => string): Embedder {
  const { embedder } = countingEmbedder()
  return { ...embedder, embed: async (texts, options) => await embedder.embed(texts.map(read), options) }
}

/** A test embedder that places each text so near to 'hello you'. */
function embedderPlacing(cosineOf: (text: string) => number): Embedder {
  const { embedder } = countingEmbedder(2)
  const vectorOf = (text: string): Float32Array => {
    const cosine = text === 'hello you' ? 1 : cosineOf(text)
    return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))
  }
  return { ...embedder, embed: async (texts) => await Promise.resolve(texts.map(vectorOf)) }
}

test('a request in a script that the model does not read finds nobody, unless a word of it is in an agent', async () => {
  const paths = await findSpace({
    cook: { description: 'bakes bread' },
    server: { description: 'Hilft, wenn 서버 stehen' },
  })
  await using finder = await openFinder(
    paths,
    hostOf(embedderReading((text) => (isLatin(text) ? text : 'bakes bread'))),
  )
  const ask = async (query: string) => (await finder.find(query, { minScore: 0 })).results.map(({ id }) => id)
  expect(await ask('느린 데이터')).toEqual([])
  // The cook is as near as whatever the model can't read.
  expect(await ask('느린 서버')).toEqual(['server'])
  expect(await ask('bakes bread')).toContain('cook')
})

test('what an agent scores does not hang on how many others there are, nor does a word live on their nearness', async () => {
  const crowd = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`other${index}`, { description: `halfway ${index}` }]),
  )
  const own = {
    cook: { description: 'near', skills: [{ id: 'far', name: 'far', description: 'away', tags: [] }] },
    monk: { description: 'far, yet hello' },
  }
  const embedder = embedderPlacing((text) => (/near/.test(text) ? 0.9 : /halfway/.test(text) ? 0.3 : 0.05))
  const ask = async (agents: Parameters<typeof findSpace>[0]) => {
    await using finder = await openFinder(await findSpace(agents), hostOf(embedder))
    const { results } = await finder.find('hello you', { minScore: 0, top: 350, explain: true })
    const vectorScore = (id: string) => results.find((one) => one.id === id)?.explain?.vector_score
    return { first: results[0]?.id, cook: vectorScore('cook'), monk: vectorScore('monk') }
  }
  const alone = await ask(own)
  expect(alone).toMatchObject({ first: 'cook', monk: 0.05 })
  expect(await ask({ ...crowd, ...own })).toEqual(alone)
})

test('a trigger of one word finds its agent for that word, not for any other', async () => {
  const paths = await findSpace({ health: { description: 'Signs agreements', triggers: { examples: ['BAA'] } } })
  await using finder = await openFinder(paths, hostOf(embedderReading(() => 'x')))
  const matched = async (query: string) =>
    (await finder.find(query, { minScore: 0, explain: true })).results[0]?.explain?.hits.map(({ text }) => text)
  expect(await matched('baa')).toContain('BAA')
  expect(await matched('JIRA')).not.toContain('BAA')
  expect(await matched('JIRA and others')).toContain('BAA')
})
