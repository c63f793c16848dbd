import fs, { readFile, writeFile, mkdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { remember } from '../remember.ts'
import { openMind, recall } from './recall.ts'
import { readMoment, timeline } from './timeline.ts'

const probes = process.env['LONG'] === undefined ? 60 : 10_000

test(`in ${probes} questions nothing depends on what another agent keeps for itself`, async () => {
  const { minds } = await mindSpace('watcher', 'spy')
  const { watcher, spy } = minds
  for (const topic of ['kelp', 'tides', 'piers'])
    await remember(watcher, { text: `About ${topic}: the sea is cold.`, topic })
  await remember(spy, { text: 'Kelp is sold on Mondays.', topic: 'market', visibility: 'shared' })
  const random = seeded(32)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const words = ['kelp', 'tides', 'sea', 'cold', 'market', 'secret', 'code', 'harbour', '4711', 'mondays', '"', 'NOT']
  const asked = Array.from({ length: probes }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words)).join(' '),
  )
  const answers = async (): Promise<readonly string[]> => {
    using open = await openMind(watcher)
    const all: string[] = []
    for (const [at, query] of asked.entries()) {
      const answer =
        at % 3 === 0
          ? await timelineOf(query)
          : await open.recall(query, { asOf: at % 3 === 1 ? '2999-01-01' : undefined })
      all.push(JSON.stringify(answer))
    }
    return all
  }
  const timelineOf = async (query: string) =>
    query.length % 2 === 0
      ? await timeline(watcher, query)
      : await readMoment(watcher, secretIds[(query.length >> 1) % 2] ?? '').catch(
          ({ code, message }: { code: string; message: string }) => ({
            code,
            message,
          }),
        )
  const secretIds = ['kp-000000000000', '2026-11-26#1']
  const before = await answers()
  for (let at = 0; at < 20; at += 1) {
    const text = `The secret code ${4711 + at} of the ${pick(['harbour', 'kelp', 'sea'])} is cold.`
    const kept = await remember(spy, {
      text,
      topic: pick(['kelp', 'tides', 'market secrets', `secret ${at}`]),
      visibility: 'private',
    })
    await expect(readMoment(watcher, kept.id ?? '')).rejects.toMatchObject({ code: 'COGNITION_POINT_UNKNOWN' })
  }
  const after = await answers()
  expect(after.filter((one, at) => one !== before[at])).toEqual([])
  expect((await readFile(watcher.database, 'latin1')).includes('secret code')).toBe(false)
})

test('who recalls opens nothing in the folders of others, and reads as many files whatever they keep', async () => {
  const { minds } = await mindSpace('watcher', 'spy')
  await remember(minds.watcher, { text: 'Kelp is brown.', topic: 'kelp' })
  const touched = touchedFiles()
  const reads = async (): Promise<readonly string[]> => {
    touched.clear()
    await recall(minds.watcher, 'kelp')
    await timeline(minds.watcher, 'kelp')
    return [...touched].toSorted()
  }
  const before = await reads()
  await remember(minds.spy, { text: 'Kelp is poison.', topic: 'kelp' })
  await remember(minds.spy, { text: 'Kelp costs much.', topic: 'prices' })
  const after = await reads()
  expect(after).toEqual(before)
  expect(after.some((path) => path.includes('kelp.md') || path.endsWith('watcher/knowledge'))).toBe(true)
  expect(after.filter((path) => path.includes('minds/spy'))).toEqual([])
})

test('a private file in the shared folder is recalled by its owner alone, who is told', async () => {
  const { minds } = await mindSpace('watcher', 'spy')
  const { path } = await remember(minds.spy, { text: 'Kelp is poison.', topic: 'kelp' })
  await mkdir(minds.spy.shared, { recursive: true })
  const text = await readFile(join(minds.spy.paths.root, path), 'utf8')
  await writeFile(join(minds.spy.shared, 'moved.md'), text)
  expect(await recall(minds.watcher, 'kelp poison')).toEqual({ results: [], findings: [] })
  const own = await recall(minds.spy, 'kelp poison')
  expect(own.results.map((one) => one.path.split('/').at(-1))).toContain('moved.md')
  expect(own.findings.map(({ code }) => code)).toContain('COGNITION_PRIVATE_IN_SHARED')
  await expect(
    remember(minds.watcher, { text: 'Kelp is green.', topic: 'moved', visibility: 'public' }),
  ).rejects.toMatchObject({ code: 'COGNITION_NOT_THE_OWNER' })
})

/** Notes each path that is given to the file system until the test is over. */
function touchedFiles(): Set<string> {
  const touched = new Set<string>()
  const real = { ...fs }
  onTestFinished(() => {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  })
  for (const [name, value] of Object.entries(real))
    if (typeof value === 'function')
      Object.assign(fs, {
        [name]: (...given: unknown[]): unknown => {
          touched.add(String(given[0]))
          return (value as (...given: unknown[]) => unknown)(...given)
        },
      })
  syncBuiltinESMExports()
  return touched
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
