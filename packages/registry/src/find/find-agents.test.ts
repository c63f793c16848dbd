import type { Embedder } from '@datacortex/embeddings'
import { describe, expect, test } from 'vitest'
import { countingEmbedder, findSpace, optionsOf } from './__fixtures__/find-space.ts'
import { isLatin } from './request/query-words.ts'
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
    optionsOf(embedderReading((text) => (isLatin(text) ? text : 'bakes bread'))),
  )
  const ask = async (query: string) => (await finder.find(query, { minScore: 0 })).results.map(({ id }) => id)
  expect(await ask('느린 데이터')).toEqual([])
  // The cook is as near as whatever the model can't read.
  expect(await ask('느린 서버')).toEqual(['server'])
  expect(await ask('bakes bread')).toContain('cook')
})

test('of several agents with words of a request that the model does not read, that with most of them comes first', async () => {
  const paths = await findSpace({
    tester: { description: 'ユニットテストを書きます。関数を追加したときに使用してください。' },
    translator: {
      description: '契約書を翻訳する。英語にも対応',
      triggers: { examples: ['翻訳して'] },
      skills: [{ id: 'legal', name: '法律', description: '法律の文書', tags: [] }],
    },
    cook: { description: 'スープを作ってください' },
  })
  // All Japanese is alike, and the tester's a little more so.
  const { embedder } = countingEmbedder(2)
  const nearTo = (text: string): number => (isLatin(text) ? 0 : text.includes('ユニット') ? 0.99 : 0.9)
  const vectorOf = (text: string): Float32Array => {
    const cosine = /契約書を翻訳して|てし訳翻/.test(text) ? 1 : nearTo(text)
    return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2))
  }
  const alike: Embedder = { ...embedder, embed: async (texts) => await Promise.resolve(texts.map(vectorOf)) }
  await using finder = await openFinder(paths, optionsOf(alike))
  const { results } = await finder.find('契約書を翻訳してください')
  expect(results.map(({ id }) => id).sort()).toEqual(['cook', 'tester', 'translator'])
  expect(results[0]?.id).toBe('translator')
  expect(results[0]?.matched).toContain('契約書を翻訳する')
  // A few signs that are shared are no certainty.
  expect(results[2]?.score).toBeLessThan(0.8)
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
    await using finder = await openFinder(await findSpace(agents), optionsOf(embedder))
    const { results } = await finder.find('hello you', { minScore: 0, top: 350, explain: true })
    const vectorScore = (id: string) => results.find((one) => one.id === id)?.explain?.vector_score
    return { first: results[0]?.id, cook: vectorScore('cook'), monk: vectorScore('monk') }
  }
  const alone = await ask(own)
  expect(alone).toMatchObject({ first: 'cook', monk: 0.05 })
  expect(await ask({ ...crowd, ...own })).toEqual(alone)
})

test('anyone who asks for more gets the same order, and more of it', async () => {
  const words = ['bread', 'roses', 'deeds', 'tides', 'ropes', 'salt', 'wool']
  const word = (index: number): string => words[index % words.length] ?? ''
  const agents = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const skills = [1, 2, 3, 5].map((step) => {
        const name = `${word(index * step)} ${word(index + step)} ${index % 11}`
        return { id: `s${step}`, name, description: `about ${name}`, tags: [] }
      })
      return [`agent-${index}`, { description: `Knows ${word(index)} and ${word(index * 3 + 1)}`, skills }]
    }),
  )
  await using finder = await openFinder(await findSpace(agents), optionsOf(countingEmbedder().embedder))
  const ask = async (top: number) =>
    (await finder.find('roses and salt', { minScore: 0, top })).results.map(({ id, score }) => `${id} ${score}`)
  const all = await ask(1000)
  expect(all).toHaveLength(60)
  for (const top of [1, 5, 11, 20, 21, 40]) expect(await ask(top)).toEqual(all.slice(0, top))
})

describe('agents with the same texts', () => {
  const skill = (id: string, tag: string) => ({ id, name: 'x', description: 'Sings ballads', tags: [tag] })
  const twins = {
    'twin-a': { name: 'bard', description: 'Sings ballads', skills: [skill('a', 'sea')] },
    'twin-b': { name: 'bard', description: 'Sings ballads', skills: [skill('b', 'land')] },
  }

  test('are shown as the one that has the tags, and not at all if none has all of them', async () => {
    await using finder = await openFinder(await findSpace(twins), optionsOf(countingEmbedder().embedder))
    const ask = async (query: string, tags: readonly string[]) =>
      (await finder.find(query, { tags, minScore: 0 })).results.map(({ id, same_as: copies }) => [id, copies])
    expect(await ask('sings ballads', [])).toEqual([['twin-a', ['twin-b']]])
    expect(await ask('sings ballads', ['land'])).toEqual([['twin-b', ['twin-a']]])
    expect(await ask('sings ballads', ['land', 'sea'])).toEqual([])
    expect(await ask('twin-a', ['land'])).toEqual([['twin-b', ['twin-a']]])
  })

  test('are asked for by id with skills of their own', async () => {
    await using finder = await openFinder(await findSpace(twins), optionsOf(countingEmbedder().embedder))
    const { results } = await finder.find('twin-b', { minScore: 0 })
    expect(results).toMatchObject([{ id: 'twin-b', score: 1, same_as: ['twin-a'] }])
    expect(results[0]?.skills.map(({ id }) => id)).not.toContain('a')
  })

  test('are told apart by what was learned of one of them', async () => {
    const utterances = {
      files: [],
      read: async () => await Promise.resolve(new Map([['twin-b', ['put it in verse']]])),
    }
    const options = { ...optionsOf(countingEmbedder().embedder), utterances }
    await using finder = await openFinder(await findSpace(twins), options)
    const { results } = await finder.find('put it in verse', { minScore: 0 })
    expect(results.map(({ id }) => id)).toEqual(['twin-b', 'twin-a'])
  })
})

test('of a deprecated agent it is said, however it was found', async () => {
  const paths = await findSpace({ old: { description: 'Bakes bread', deprecated: true, note: 'It rests.' } })
  await using finder = await openFinder(paths, optionsOf(countingEmbedder().embedder))
  const { results } = await finder.find('bakes bread', { minScore: 0 })
  expect(results).toMatchObject([{ id: 'old', notes: ['old is deprecated. It rests.'] }])
})

test('what is compared with the least score is what is shown', async () => {
  await using finder = await openFinder(await findSpace(), optionsOf(countingEmbedder().embedder))
  for (const query of ['bread and contracts', 'somebody cuts meat', 'roses']) {
    const [best] = (await finder.find(query, { minScore: 0 })).results
    expect((await finder.find(query, { minScore: best?.score })).results[0]?.id).toBe(best?.id)
  }
})

test('a trigger of one word finds its agent for that word, not for any other', async () => {
  const paths = await findSpace({ health: { description: 'Signs agreements', triggers: { examples: ['BAA'] } } })
  await using finder = await openFinder(paths, optionsOf(embedderReading(() => 'x')))
  const matched = async (query: string) =>
    (await finder.find(query, { minScore: 0, explain: true })).results[0]?.explain?.hits.map(({ text }) => text)
  expect(await matched('baa')).toContain('BAA')
  expect(await matched('JIRA')).not.toContain('BAA')
  expect(await matched('JIRA and others')).toContain('BAA')
})

describe('a mistyped request', () => {
  const whole = new Set(['somebody', 'reads', 'contract'])
  const { embedder } = countingEmbedder()
  const dividing: Embedder = {
    ...embedder,
    dividedWords: async (words) => await Promise.resolve(words.filter((word) => !whole.has(word))),
  }

  test('is answered as what was meant, and the answer says so', async () => {
    await using finder = await openFinder(await findSpace(), optionsOf(dividing))
    const typed = 'Somebody reads contarcts'
    const found = await finder.find(typed, { corrects: true })
    expect(found).toMatchObject({ query: typed, corrected: 'Somebody reads contracts', results: [{ id: 'lawyer' }] })
    expect(await finder.find('gardner', { corrects: true })).toMatchObject({ results: [{ id: 'gardener', score: 1 }] })
  })

  test.each([
    ['nobody asks for it', 'contarcts', false],
    ['it is right', 'contracts', true],
    ['the model knows a word as it stands', 'contract', true],
    ['another word is near to none', 'contarcts xylophones', true],
    ['there are other words to be found by', 'before somebody signs all three of those contarcts here today', true],
  ])('is as it is where %s', async (_, query, corrects) => {
    await using finder = await openFinder(await findSpace(), optionsOf(dividing))
    expect((await finder.find(query, { corrects })).corrected).toBeUndefined()
  })
})
