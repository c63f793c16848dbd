import { readFile, writeFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { remember } from '../remember.ts'
import { openMind, recall } from './recall.ts'
import { readMoment, timeline } from './timeline.ts'

const on = (month: number, day: number, hour = 9) => new Date(2026, month - 1, day, hour, 30)

async function pierHours() {
  const { minds } = await mindSpace('watcher', 'baker')
  const keep = async (text: string, options: object) =>
    await remember(minds.watcher, { text, topic: 'pier', ...options })
  const nine = await keep('The pier closes at nine.', { now: on(3, 1) })
  const ten = await keep('The pier closes at ten. <private>Code 4711.</private>', {
    now: on(5, 1),
    supersedes: nine.id ?? '',
  })
  await keep('Gulls nest below the pier.', { now: on(5, 1, 10), topic: 'gulls' })
  return { minds, nine: nine.id ?? '', ten: ten.id ?? '' }
}

test('what was held to be so on a day is answered by the days of key points', async () => {
  const { minds, nine, ten } = await pierHours()
  const idsOn = async (asOf: string | undefined) =>
    (await recall(minds.watcher, 'when does the pier close', { asOf, top: 1 })).results.flatMap(({ points }) =>
      points.map(({ id }) => id),
    )
  expect(await idsOn(undefined)).toEqual([ten])
  expect(await idsOn('2026-04-01')).toEqual([nine])
  expect(await idsOn('2026-05-01')).toEqual([ten])
  expect(await idsOn('2026-02-01')).toEqual([])
})

test('a timeline has entries and key points, oldest first; each is read by its id, and what is private is in none', async () => {
  const { minds, ten } = await pierHours()
  const moments = await timeline(minds.watcher, 'pier hours')
  expect(moments.map(({ kind, date, time }) => [kind, date, time])).toEqual([
    ['entry', '2026-03-01', '09:30'],
    ['point', '2026-05-01', ''],
    ['point', '2026-05-01', ''],
    ['entry', '2026-05-01', '09:30'],
    ['entry', '2026-05-01', '10:30'],
  ])
  expect(JSON.stringify(moments)).not.toContain('4711')
  expect(await readMoment(minds.watcher, ten)).toMatchObject({ kind: 'point', text: 'The pier closes at ten.' })
  const entry = await readMoment(minds.watcher, '2026-05-01#2')
  expect(entry).toMatchObject({ kind: 'entry', text: 'Gulls nest below the pier.', time: '10:30' })
  for (const id of ['2026-05-01#3', '2026-05-02#1', 'kp-0', '../2026-05-01#1'])
    await expect(readMoment(minds.watcher, id)).rejects.toMatchObject({ code: 'COGNITION_POINT_UNKNOWN' })
  await expect(readMoment(minds.baker, ten)).rejects.toMatchObject({ code: 'COGNITION_POINT_UNKNOWN' })
  expect(await timeline(minds.watcher, 'pier', { asOf: '2026-04-01' })).toHaveLength(2)
})

test('where meaning is known it ranks anew what words found, and embeds each text once', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'The harbour harbour master is Ann.', topic: 'people' })
  await remember(minds.watcher, { text: 'The harbour freezes in January.', topic: 'ice' })
  const embedded: string[][] = []
  const meaning = {
    modelId: 'test',
    embed: async (texts: readonly string[]) => {
      embedded.push([...texts])
      return await Promise.resolve(texts.map((text) => new Float32Array(/ice|freez/i.test(text) ? [1, 0] : [0, 1])))
    },
    fuse: ({ vector }: { vector: readonly { id: string; score: number }[] }) =>
      new Map(vector.map(({ id, score }) => [id, score])),
  }
  using open = await openMind(minds.watcher)
  const first = await open.recall('harbour ice', { meaning, top: 2 })
  expect(first.results.map(({ points }) => points[0]?.text)).toEqual([
    'The harbour freezes in January.',
    'The harbour harbour master is Ann.',
  ])
  await open.recall('harbour ice', { meaning })
  expect(embedded.map(({ length }) => length)).toEqual([3, 1])
})

test('a memory that stays open knows what others write, remove and make anew', async () => {
  const { minds } = await mindSpace('watcher', 'baker')
  const { watcher, baker } = minds
  using open = await openMind(watcher)
  const titles = async () => (await open.recall('kelp')).results.map(({ title }) => title)
  expect(await titles()).toEqual([])
  const { path } = await remember(watcher, { text: 'Kelp is brown.', topic: 'algae' })
  expect(await titles()).toEqual(['algae'])
  const file = join(watcher.paths.root, path)
  await writeFile(file, (await readFile(file, 'utf8')).replace('"algae"', '"Seaweed"'))
  expect(await titles()).toEqual(['Seaweed'])
  await remember(baker, { text: 'Kelp bread is salty.', topic: 'bread', visibility: 'public' })
  expect((await titles()).toSorted()).toEqual(['Seaweed', 'bread'])
  await rm(watcher.knowledge, { recursive: true })
  expect(await titles()).toEqual(['bread'])
  await mkdir(watcher.knowledge)
  await writeFile(join(watcher.knowledge, 'new.md'), '# New\n\nkelp\n')
  expect((await titles()).toSorted()).toEqual(['New', 'bread'])
})
