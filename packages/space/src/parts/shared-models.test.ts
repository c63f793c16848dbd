import type { Embedder } from '@datacortex/embeddings'
import type { Settings } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedModels } from './shared-models.ts'

const settings: Settings['embeddings'] = { model: 'default', dtype: 'fp32' }
const tell = (): void => {}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('however many ask at once, one is asked, and closed when none has asked for a while', async () => {
  const { open, reported } = watchedModels()
  await using models = sharedModels({ open, idleMs: 1000 })
  const lent = await Promise.all(Array.from({ length: 20 }, async () => await models.open(settings, tell)))
  const vectors = await Promise.all(lent.map(async (one) => await one.embed(['tide'])))
  expect(new Set(vectors.map(([vector]) => vector?.join())).size).toBe(1)
  expect(reported.asked).toEqual(new Set([0]))
  await Promise.all(lent.map(async (one) => await one[Symbol.asyncDispose]()))
  await vi.advanceTimersByTimeAsync(999)
  const again = await models.open(settings, tell)
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported.closed).not.toContain(0)
  await again.embed(['moon'])
  await again[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported.closed).toContain(0)
  await (await models.open(settings, tell)).embed(['next'])
  expect(reported.asked.size).toBe(2)
})

test('who gave it back gets nothing more, the others do', async () => {
  const { open } = watchedModels()
  await using models = sharedModels({ open, idleMs: 1000 })
  const [first, second] = [await models.open(settings, tell), await models.open(settings, tell)]
  await first[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
  await expect(first.embed(['tide'])).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
  expect(await second.embed(['tide'])).toHaveLength(1)
})

test('at the end it is closed as soon as its work is done', async () => {
  const work = Promise.withResolvers<void>()
  const { open, reported } = watchedModels({ work: work.promise })
  const models = sharedModels({ open, idleMs: 1000 })
  const lent = await models.open(settings, tell)
  const vectors = lent.embed(['tide'])
  await models[Symbol.asyncDispose]()
  await lent[Symbol.asyncDispose]()
  expect(reported.closed).toEqual([])
  work.resolve()
  expect(await vectors).toHaveLength(1)
  expect(reported.closed).toEqual([0])
  await using later = await models.open(settings, tell)
  expect(await later.embed(['late'])).toHaveLength(1)
})

test('another model, or another setting of it, is another one', async () => {
  const names = ['folder@1', 'folder@2', 'folder@2']
  const { open, reported } = watchedModels({ names })
  await using models = sharedModels({ open, idleMs: 1000 })
  for (const threads of [0, 0, 1]) {
    await using lent = await models.open({ ...settings, threads }, tell)
    await lent.embed(['tide'])
  }
  expect(reported.asked).toEqual(new Set([0, 1, 2]))
})

test('one that could not be opened is not kept', async () => {
  const { open } = watchedModels()
  let isBroken = true
  await using models = sharedModels({
    open: async () => (isBroken ? await Promise.reject(new Error('no model')) : await open()),
    idleMs: 1000,
  })
  await expect(models.open(settings, tell)).rejects.toThrow('no model')
  isBroken = false
  await using lent = await models.open(settings, tell)
  expect(await lent.embed(['tide'])).toHaveLength(1)
})

test('one question that several ask of a model is embedded once, and anew after a failure', async () => {
  const asked: string[] = []
  let isBroken = true
  const embed = async (texts: readonly string[]) => {
    asked.push(...texts)
    if (isBroken) return await Promise.reject(new Error('cancelled'))
    return await lengths.embed(texts)
  }
  await using models = sharedModels({
    open: async () => await Promise.resolve({ ...lengths, embed }),
    idleMs: 1000,
  })
  const [one, two] = [await models.open(settings, tell), await models.open(settings, tell)]
  const question = { as: 'query' } as const
  await expect(one.embed(['tide'], question)).rejects.toThrow('cancelled')
  isBroken = false
  await Promise.all([one, two].map(async (lent) => await lent.embed(['tide'], question)))
  await two.embed(['moon'], question)
  await two.embed(['moon'])
  expect(asked).toEqual(['tide', 'tide', 'moon', 'moon'])
  for (const lent of [one, two]) await lent[Symbol.asyncDispose]()
  await expect(two.embed(['moon'], question)).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
})

test('a model of former vectors is lent with it', async () => {
  const { open, reported } = watchedModels()
  await using models = sharedModels({ open, idleMs: 1000 })
  const lent = await models.open(settings, tell)
  const former = lent.ofModel?.('former@1')
  expect(lent.ofModel?.('former@1')).toBe(former)
  expect(await former?.embed(['tide'])).toHaveLength(1)
  await lent[Symbol.asyncDispose]()
  await expect(former?.embed(['tide'])).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
  expect(lent.ofModel?.('former@1')).toBeUndefined()
  expect(reported.closed).toEqual([])
})

test('a cross-encoder is lent with it, and not closed before it has answered', async () => {
  const work = Promise.withResolvers<void>()
  const { open, reported } = watchedModels({ work: work.promise })
  const models = sharedModels({ open, idleMs: 1000 })
  const lent = await models.open(settings, tell)
  expect(lent.reranker?.name).toBe('lengths')
  const scores = lent.reranker?.score('a', ['tide'])
  await lent[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
  expect(reported.closed).toEqual([])
  work.resolve()
  expect(await scores).toEqual([4])
  await expect(lent.reranker?.score('a', ['tide'])).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
})

/** Opens models that tell by number which of them were asked and closed. */
function watchedModels({
  names = [],
  work,
}: { readonly names?: readonly string[]; readonly work?: Promise<void> } = {}) {
  let opened = 0
  const reported = { asked: new Set<number>(), closed: [] as number[] }
  const open = async (): Promise<Embedder> => {
    const number = opened++
    return await Promise.resolve({
      ...lengths,
      modelId: names[number] ?? lengths.modelId,
      embed: async (texts: readonly string[]) => {
        reported.asked.add(number)
        await work
        if (reported.closed.includes(number)) throw new Error('It was closed at work.')
        return await lengths.embed(texts)
      },
      ofModel: () => lengths,
      reranker: {
        name: 'lengths',
        score: async (_: string, texts: readonly string[]) => {
          await work
          return texts.map(({ length }) => length)
        },
      },
      [Symbol.asyncDispose]: async () => await Promise.resolve(void reported.closed.push(number)),
    })
  }
  return { open, reported }
}

/** Loads nothing, and makes a number of each text. */
const lengths: Embedder = {
  modelId: 'lengths@1',
  dimensions: 1,
  embed: async (texts) => await Promise.resolve(texts.map(({ length }) => new Float32Array([length]))),
  [Symbol.asyncDispose]: async () => await Promise.resolve(),
}
