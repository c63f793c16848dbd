import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOrg } from '../gtd/read-org.ts'
import { researchQueue } from '../gtd/research-queue.ts'
import { type LinkedTasks, type NightPlan, planNight } from './plan-night.ts'

/** As if those under one heading were about one thing. */
const topicsOf = async (links: readonly LinkedTasks[]) =>
  await Promise.resolve(
    [...Map.groupBy(links, ({ tasks: [first] }) => first?.under ?? 'News')].map(([topic, own]) => ({
      topic,
      links: own,
    })),
  )

async function plan(text: string, maxSources: number): Promise<NightPlan> {
  const tasks = researchQueue(readOrg(text), { isResearchFile: true }).map((task) => ({ ...task, file: 'q.org' }))
  return await planNight(tasks, { maxSources, topicsOf })
}

const reported = ({ runs }: NightPlan): readonly (readonly [string, number, number])[] =>
  runs.map(({ topic, urls, maxDocuments }) => [topic, urls.length, maxDocuments])
const addresses = (count: number, rest = ''): string =>
  Array.from({ length: count }, (_, place) => `* TODO A${place} https://a.example/${place}${rest}\n`).join('')

test('the topic with most addresses is read first, and what has priority is read at all', async () => {
  const text =
    '* Coast\n** TODO B https://b.example/1\n* Bread\n** TODO C https://c.example/1\n** TODO [#A] D https://c.example/2\n** TODO [#C] E https://c.example/3\n'
  expect(reported(await plan(text, 20))).toEqual([
    ['Bread', 3, 3],
    ['Coast', 1, 1],
  ])
  const { runs, waiting } = await plan(text, 2)
  expect(runs.flatMap(({ urls }) => urls)).toEqual(['https://c.example/2', 'https://b.example/1'])
  expect(waiting.map(({ topic }) => topic)).toEqual(['C https://c.example/1', 'E https://c.example/3'])
})

test('addresses and topics share a night; what does not fit waits', async () => {
  const topics = '* TODO X :AI:research:\n* TODO Y :AI:research:\n'
  expect(reported(await plan(`${addresses(30)}${topics}`, 20))).toEqual([
    ['News', 14, 14],
    ['X', 0, 3],
    ['Y', 0, 3],
  ])
  expect((await plan(`${addresses(30)}${topics}`, 20)).waiting).toHaveLength(16)
  expect(reported(await plan(topics, 20))).toEqual([
    ['X', 0, 10],
    ['Y', 0, 10],
  ])
  expect((await plan(`${addresses(3)}${topics}`, 0)).runs).toEqual([])
  expect(await plan('', 20)).toEqual({ runs: [], waiting: [], cut: [] })
})

test('one task with more addresses than a night reads is read as far as that goes; failed ones come last', async () => {
  const many = `* TODO Many\n${Array.from({ length: 9 }, (_, place) => `https://m.example/${place}\n`).join('')}`
  expect(reported(await plan(many, 5))).toEqual([['News', 5, 5]])
  expect((await plan(many, 5)).cut).toMatchObject([{ task: { topic: 'Many' }, unread: 4 }])
  const failed = '* TODO F https://f.example\n:PROPERTIES:\n:RESEARCH_FAILED: 2026-11-21 gone\n:END:\n'
  expect((await plan(`${failed}${addresses(2)}`, 2)).waiting.map(({ topic }) => topic)).toEqual(['F https://f.example'])
})

test('an address of two tasks is read once, and both are done by it', async () => {
  const text = '* A\n** TODO One https://x.example\n* B\n** TODO Two https://x.example\n'
  expect(await plan(text, 5)).toMatchObject({
    runs: [
      {
        topic: 'A',
        urls: ['https://x.example'],
        tasks: [{ topic: 'One https://x.example' }, { topic: 'Two https://x.example' }],
      },
    ],
    waiting: [],
  })
  expect((await plan(text, 5)).runs).toHaveLength(1)
})

test('a task whose first address another one has brings its other addresses into that run', async () => {
  const text = '* X\n** TODO A https://u.example/1\n* Y\n** TODO B https://u.example/1 https://u.example/2\n'
  const { runs, waiting, cut } = await plan(text, 9)
  expect(runs.map(({ topic, urls, tasks }) => [topic, urls, tasks.length])).toEqual([
    ['X', ['https://u.example/1', 'https://u.example/2'], 2],
  ])
  expect([waiting, cut]).toEqual([[], []])
})

test('a night that has read all it may leaves every task for the next', async () => {
  const { runs, waiting, cut } = await plan(addresses(3), 0)
  expect([runs, waiting.length, cut]).toEqual([[], 3, []])
})

test('whatever the tasks share, each address is read once, or its task is cut or waits', async () => {
  const task = fc.record({
    under: fc.constantFrom('X', 'Y', 'Inbox'),
    urls: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 8 }), fc.nat({ max: 12 }), async (tasks, maxSources) => {
      const lines = tasks.map(({ under, urls }, place) => {
        const links = urls.map((url) => `https://u.example/${url}`).join(' ')
        return `* ${under}\n** TODO T${place} ${links} :AI:research:\n`
      })
      const { runs, waiting, cut } = await plan(lines.join(''), maxSources)
      const read = runs.flatMap(({ urls }) => urls)
      expect(read).toHaveLength(new Set(read).size)
      expect(runs.reduce((sum, { maxDocuments }) => sum + maxDocuments, 0)).toBeLessThanOrEqual(maxSources)
      const planned = runs.flatMap((run) => run.tasks)
      expect(planned.length + waiting.length).toBe(tasks.length)
      for (const one of planned) {
        const unread = one.urls.filter((url) => !read.includes(url)).length
        expect(unread).toBe(cut.find((entry) => entry.task === one)?.unread ?? 0)
      }
    }),
    { numRuns: 500 },
  )
})
