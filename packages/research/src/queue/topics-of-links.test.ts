import { expect, test } from 'vitest'
import { readOrg } from '../gtd/read-org.ts'
import { researchQueue } from '../gtd/research-queue.ts'
import { groupTexts } from './group-texts.ts'
import { topicsOfLinks } from './topics-of-links.ts'

const { signal } = new AbortController()

const texts = [
  'A barrage makes power of the tide. Its turbines turn at low tide behind the barrage.',
  'Feeding a sourdough starter: rye flour and water, and dough that rises.',
  'A tidal turbine turns in the stream of the tide, without a barrage.',
  'The dough of a sourdough loaf holds water, and flour gives it strength.',
  'A lighthouse keeper wrote letters.',
]

test('without a model, texts that share rare words are one group', async () => {
  expect(await groupTexts(texts, { signal })).toEqual([[0, 2], [1, 3], [4]])
  const broken = async () => await Promise.reject(new Error('no model'))
  await expect(groupTexts(texts, { embed: broken, signal })).rejects.toThrow('no model')
})

test('with one, meaning decides; a chain of neighbours joins no strangers', async () => {
  const angle = (degrees: number) =>
    Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))
  const at =
    (...degrees: readonly number[]) =>
    async () =>
      await Promise.resolve(degrees.map(angle))
  expect(await groupTexts(texts, { embed: at(0, 90, 10, 100, 270), signal })).toEqual([[0, 2], [1, 3], [4]])
  const chain = await groupTexts(texts, { embed: at(0, 60, 120, 180, 240), signal })
  expect(chain.length).toBeGreaterThan(1)
})

test('a topic is called as most of its tasks say, else by the words that its pages share', async () => {
  const org =
    '* Inbox\n** TODO https://a.example/1\n** TODO https://a.example/2\n* Bread\n** TODO https://b.example/1\n** TODO Loaf https://b.example/2\n* Else\n** TODO https://c.example/some-lighthouse\n'
  const tasks = researchQueue(readOrg(org), { isResearchFile: true })
  const links = tasks.map((task) => ({ tasks: [{ ...task, file: 'q.org' }], urls: task.urls }))
  const [one = '', two = '', three = '', four = ''] = [texts[0], texts[2], texts[1], texts[3]]
  const pages = new Map(
    [one, two, three, four].map((text, place) => [tasks[place]?.urls[0] ?? '', { title: '', text }]),
  )
  const topics = await topicsOfLinks(links, { pages, signal })
  expect(topics.map(({ topic, links: own }) => [topic, own.length])).toEqual([
    ['barrage, tide, turbine', 2],
    ['Bread', 2],
    ['Else', 1],
  ])
})
