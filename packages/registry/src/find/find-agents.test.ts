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
  expect(await ask('느린 서버')).toContain('server')
  expect(await ask('bakes bread')).toContain('cook')
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
