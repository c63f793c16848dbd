import { appendFile, mkdir, mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths, spacePaths } from '@datacortex/platform'
import { standingClock } from '@datacortex/sources/fixtures'
import { afterEach, expect, test, vi } from 'vitest'
import { listRuns } from './list-runs.ts'
import { createRun, readRun, withRun } from './open-run.ts'
import type { ResearchRun } from './research-run.ts'
import { runFiles } from './run-files.ts'

const roots: string[] = []

afterEach(async () => {
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, force: true })))
})

async function space(): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-runs-'))
  roots.push(root)
  await createSpace(root)
  return ownPaths(spacePaths(root))
}

const counting = (run: ResearchRun, calls: string[], { key = 'arxiv', paid = false, fail = false } = {}) =>
  run.step({
    phase: 'discover',
    key,
    paid,
    estimate: 0.02,
    work: () => {
      calls.push(key)
      if (fail) return Promise.reject(new Error('no answer'))
      return Promise.resolve({ value: { found: calls.length, none: undefined }, cost: { usd: 0.01, calls: 1 } })
    },
  })

test('a step is done once, and its output is what JSON gives back, the first time too', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {}, now: () => 0 })
  const calls: string[] = []
  const first = await withRun(paths, id, async (run) => await counting(run, calls))
  const again = await withRun(paths, id, async (run) => [await counting(run, calls), run.spent] as const)
  expect(first).toStrictEqual({ state: 'done', value: { found: 1 }, reused: false })
  expect(again).toMatchObject([
    { state: 'done', value: { found: 1 }, reused: true },
    { usd: 0.01, calls: 1 },
  ])
  expect(calls).toEqual(['arxiv'])
  expect((await readRun(paths, id)).createdAt).toBe('1970-01-01T00:00:00.000Z')
})

test('what failed is done again, unless it may have been paid for', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  await withRun(paths, id, async (run) => {
    await expect(counting(run, calls, { key: 'free', fail: true })).rejects.toThrow('no answer')
    await expect(counting(run, calls, { key: 'paid', paid: true, fail: true })).rejects.toThrow('no answer')
  })
  await withRun(paths, id, async (run) => {
    expect(await counting(run, calls, { key: 'free' })).toMatchObject({ state: 'done', reused: false })
    expect(await counting(run, calls, { key: 'paid', paid: true })).toEqual({ state: 'lost' })
    // It may have been paid for, so it counts.
    expect(run.spent).toMatchObject({ usd: 0.03, calls: 2 })
  })
  expect(calls).toEqual(['free', 'paid', 'free'])
})

test('a damaged output is made again, and a line that a kill cut off was never written', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  await withRun(paths, id, async (run) => await counting(run, calls))
  const { objects, journal } = runFiles(paths, id)
  const [name = ''] = await readdir(objects)
  await truncate(join(objects, name), 3)
  await appendFile(journal, '{"type":"done","at":"2026')
  expect(await withRun(paths, id, async (run) => await counting(run, calls))).toMatchObject({ reused: false })
  expect(await withRun(paths, id, async (run) => await counting(run, calls))).toMatchObject({ reused: true })
})

test('a journal whose last line was cut inside a letter keeps all that was paid before', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  const paid = async () =>
    await withRun(paths, id, async (run) => [await counting(run, calls, { paid: true }), run.spent])
  await paid()
  const torn = Buffer.from('{"type":"began","at":"2026","phase":"gather","key":"Ü')
  await appendFile(runFiles(paths, id).journal, torn.subarray(0, -1))
  expect(await paid()).toMatchObject([{ reused: true }, { usd: 0.01, calls: 1 }])
  await withRun(paths, id, async (run) => await run.tell('partial'))
  expect(await paid()).toMatchObject([{ reused: true }, { usd: 0.01, calls: 1 }])
  expect(calls).toHaveLength(1)
})

test('a journal of more than ten megabytes is read', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  await withRun(paths, id, async (run) => await counting(run, calls))
  const { journal } = runFiles(paths, id)
  await using handle = await open(journal, 'a')
  await handle.write(`${' '.repeat(10_000_001)}\n`)
  expect(await withRun(paths, id, async (run) => await counting(run, calls))).toMatchObject({ reused: true })
})

test('a journal or an output that is there and can not be read is an error, and not a run that did nothing', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  await withRun(paths, id, async (run) => await counting(run, calls))
  const { journal, objects } = runFiles(paths, id)
  const [name = ''] = await readdir(objects)
  for (const file of [join(objects, name), journal]) {
    await rm(file)
    await mkdir(file)
    await expect(withRun(paths, id, async (run) => await counting(run, calls))).rejects.toMatchObject({
      code: 'PLATFORM_FILE_UNREADABLE',
    })
  }
  expect(calls).toHaveLength(1)
})

test.each([
  ['of more than ten megabytes', 'x'.repeat(10_000_001)],
  ['that begins with a byte-order mark', '\ufeffx'],
  ['with a null', 'a\0b'],
])('an output %s is kept', async (_, text) => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  await withRun(paths, id, async ({ objects }) => {
    expect((await objects.get(await objects.put(text))) === text).toBe(true)
  })
})

test('one process at a time works on a run, and the list says how far each is', async () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const paths = await space()
  expect(await listRuns(paths)).toEqual([])
  const { id } = await createRun(paths, { topic: 'tides', config: {}, now: () => 2000 })
  const other = await createRun(paths, { topic: 'moons', config: {}, now: () => 1000 })
  const states = async (): Promise<readonly string[]> => (await listRuns(paths)).map(({ state }) => state)
  expect(await states()).toEqual(['interrupted', 'interrupted'])
  await withRun(paths, id, async (run) => {
    await run.tell('running')
    await expect(withRun(paths, id, () => Promise.resolve())).rejects.toMatchObject({
      code: 'RESEARCH_RUN_BUSY',
      cause: expect.objectContaining({ message: expect.stringContaining('for more than 250 ms') }),
    })
    expect(await states()).toEqual(['running', 'interrupted'])
    await run.tell('partial', 'the budget of calls is used up')
  })
  expect(await listRuns(paths)).toMatchObject([{ id, state: 'partial', reason: expect.any(String) }, { id: other.id }])
})

test('an id that is none, and a folder that is damaged, are coded errors', async () => {
  const paths = await space()
  for (const id of ['r-00000000', '../x', ''])
    await expect(readRun(paths, id)).rejects.toMatchObject({ code: 'RESEARCH_RUN_UNKNOWN' })
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  await writeFile(runFiles(paths, id).record, '{"version": 9}')
  await expect(withRun(paths, id, () => Promise.resolve())).rejects.toMatchObject({ code: 'RESEARCH_RUN_BROKEN' })
  expect(await listRuns(paths)).toEqual([])
})

test('the time of a run is that of its attempts, whatever the clock says and however much is done at once', async () => {
  standingClock()
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  let clock = 1e12
  const attempt = async (): Promise<number> =>
    await withRun(
      paths,
      id,
      async (run) => {
        await run.tell('running')
        const before = run.spent.ms
        const over = Promise.withResolvers<string>()
        const keys = ['a', 'b', 'c', 'd']
        let begun = 0
        const work = async (): Promise<{ readonly value: string }> => {
          begun += 1
          if (begun === keys.length) await vi.advanceTimersByTimeAsync(100).then(() => over.resolve('done'))
          return { value: await over.promise }
        }
        await Promise.all(keys.map((key) => run.step({ phase: 'gather', key: `${key} ${before}`, work })))
        return before
      },
      { now: () => (clock -= 60_000) },
    )
  expect([await attempt(), await attempt(), await attempt()]).toEqual([0, 100, 200])
})

test('files that a step is about to write are known to the next attempt', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const step = { phase: 'process', key: 'd1' } as const
  await withRun(paths, id, async (run) => {
    await run.willWrite(step, 'a.md')
    await run.willWrite(step, 'a.md')
    await run.willWrite(step, 'b.md')
  })
  await withRun(paths, id, (run) => {
    expect(run.writesOf(step)).toEqual(['a.md', 'b.md'])
    expect(run.writesOf({ ...step, key: 'd2' })).toEqual([])
    return Promise.resolve()
  })
})

test('a forgotten step is done again, and what it cost stays spent; one that was paid and lost stays lost', async () => {
  const paths = await space()
  const { id } = await createRun(paths, { topic: 'tides', config: {} })
  const calls: string[] = []
  const step = { phase: 'discover', key: 'paid' } as const
  await withRun(paths, id, async (run) => {
    await counting(run, calls, { key: 'paid', paid: true })
    await run.forget(step)
    await run.forget({ ...step, key: 'never done' })
    expect(run.spent).toMatchObject({ usd: 0.01, calls: 1 })
  })
  await withRun(paths, id, async (run) => {
    expect(run.spent).toMatchObject({ usd: 0.01, calls: 1 })
    expect(await counting(run, calls, { key: 'paid', paid: true })).toMatchObject({ state: 'done', reused: false })
    expect(run.spent).toMatchObject({ usd: 0.02, calls: 2 })
    await run.forget(step)
    await expect(counting(run, calls, { key: 'paid', paid: true, fail: true })).rejects.toThrow('no answer')
  })
  await withRun(paths, id, async (run) => {
    expect(await counting(run, calls, { key: 'paid', paid: true })).toEqual({ state: 'lost' })
    await run.forget(step)
    expect(await counting(run, calls, { key: 'paid', paid: true })).toEqual({ state: 'lost' })
  })
})
