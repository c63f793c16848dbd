import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { SpacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { madeSpace } from './__fixtures__/made-space.ts'
import { listDynamic } from './resolve.ts'

// `LONG=1` runs the whole campaign: 8 processes × 200 agents, one killed after each 50 of them.
const long = process.env['LONG'] !== undefined
const campaign = { agents: long ? 200 : 10, betweenKills: long ? 50 : 8 }
const names = long ? ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] : ['a', 'b', 'h']

test(`${names.length} processes × ${campaign.agents} creations under one parent with random kills: none is lost`, async () => {
  const { paths, options } = await madeSpace()
  const workers = names.map((name) => ({ name, made: new Map<number, string>(), starts: 0 }))
  const running = new Map<string, ChildProcess>()
  let made = 0
  const onMade = (): void => {
    made += 1
    if (made % campaign.betweenKills !== 0) return
    running.get(names[Math.floor(Math.random() * names.length)] ?? '')?.kill('SIGKILL')
  }
  await Promise.all(
    workers.map(async (worker) => {
      while (worker.made.size < campaign.agents) await work(paths, { worker, running, onMade })
    }),
  )
  expect(workers.filter(({ starts }) => starts > 1).map(({ name }) => name)).toEqual(expect.arrayContaining(['a', 'h']))
  const { agents, broken } = await listDynamic(paths, await options())
  expect(broken).toEqual([])
  expect(agents.map(({ path }) => path).toSorted()).toEqual(workers.flatMap((one) => [...one.made.values()]).toSorted())
  expect(agents).toHaveLength(names.length * campaign.agents)
  for (const { path, recipe } of agents) expect(recipe.primer).toBe(`You are ${path.split('/')[1]}.`)
})

test('of two processes that make one id at the same time one is refused, and what the other made is whole', async () => {
  const { paths, options } = await madeSpace()
  const file = join(import.meta.dirname, '__fixtures__/create-many.ts')
  const words = ['--conditions=@datacortex/source', file, paths.root, 'same', '0', '12']
  const said = await Promise.all(
    [1, 2].map(async () => {
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      return await text(child.stdout)
    }),
  )
  const taken = said.flatMap((lines) => lines.match(/^taken \S+$/gm) ?? [])
  expect(taken.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `taken same-${index}`).toSorted())
  const { agents, broken } = await listDynamic(paths, await options())
  expect([agents.length, broken]).toEqual([12, []])
  for (const { recipe } of agents) expect(recipe.primer).toBe(`You are ${recipe.id}.`)
})

test('of several that make one id at the same time in one process one makes it', async () => {
  const { create } = await madeSpace()
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(async (number) => await create('solver', { primer: `${number}` })),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'DYNAMIC_ID_TAKEN' })))
})

test('a disk that is full in between is an error that says so, and leaves no part of a recipe', async () => {
  const { paths, options, create } = await madeSpace()
  await create('solver')
  const file = join(import.meta.dirname, '__fixtures__/create-many.ts')
  // No file may become longer than a block: the lock can be written, the recipe can't.
  const script = 'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"'
  const words = [process.execPath, '--conditions=@datacortex/source', file, paths.root, 'full', '0', '1', '', '9000']
  const child = spawn('sh', ['-c', script, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said = await text(child.stderr)
  expect(said).toContain('PLATFORM_FILE_UNWRITABLE')
  const { agents, broken } = await listDynamic(paths, await options())
  expect([agents.map(({ path }) => path), broken]).toEqual([['architect/solver'], []])
  expect((await create('full-0')).path).toBe('architect/full-0')
})

type Worker = { readonly name: string; readonly made: Map<number, string>; starts: number }

async function work(
  paths: SpacePaths,
  { worker, running, onMade }: { worker: Worker; running: Map<string, ChildProcess>; onMade: () => void },
): Promise<void> {
  const { name, made, starts } = worker
  const killedAt = starts === 0 && ['a', 'h'].includes(name) ? '3' : ''
  const file = join(import.meta.dirname, '__fixtures__/create-many.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=@datacortex/source', file, paths.root, name, String(made.size), String(campaign.agents), killedAt],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  worker.starts += 1
  onTestFinished(() => void child.kill('SIGKILL'))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, path, index] = /^(\S+) (\d+)$/.exec(line) ?? []
    running.set(name, child)
    if (path === undefined) return
    made.set(Number(index), path)
    onMade()
  })
  const [code] = await once(child, 'close')
  running.delete(name)
  if (code !== 0 && code !== null) throw new Error(`Process ${name} ended with ${String(code)}.`)
}
