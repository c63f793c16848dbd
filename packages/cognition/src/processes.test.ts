import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SpacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { mindSpace } from './__fixtures__/mind-space.ts'
import { readMemories } from './memories/read-memories.ts'

// `LONG=1` runs the whole campaign: 8 processes × 100 texts, one killed after each 40 of them.
const long = process.env['LONG'] !== undefined
const campaign = { texts: long ? 100 : 8, textsBetweenKills: long ? 40 : 6 }
const names = long ? ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] : ['a', 'b', 'h']

test(`${names.length} processes × ${campaign.texts} texts with random kills, while memories of before move: none is lost or there twice`, async () => {
  const { paths } = await mindSpace('a')
  await mkdir(paths.stateDirectory, { recursive: true })
  const former = join(import.meta.dirname, 'memories/__fixtures__/session-memories.jsonl')
  await cp(former, join(paths.stateDirectory, 'session-memories.jsonl'))
  const before = (await readMemories(paths)).memories
  const workers = names.map((name) => ({ name, acknowledged: new Map<number, string>(), starts: 0 }))
  const running = new Map<string, ChildProcess>()
  let stored = 0
  // By what was done, not by time: on a slow machine a process would be killed before it has started.
  const onStored = (): void => {
    stored += 1
    if (stored % campaign.textsBetweenKills !== 0) return
    running.get(names[Math.floor(Math.random() * names.length)] ?? '')?.kill('SIGKILL')
  }
  await Promise.all(
    workers.map(async (worker) => {
      // A killed one is started again and goes on after the last text that it knows to be stored.
      while (worker.acknowledged.size < campaign.texts) await work(paths, { worker, running, onStored })
    }),
  )
  expect(workers.filter(({ starts }) => starts > 1).map(({ name }) => name)).toEqual(expect.arrayContaining(['a', 'h']))
  const { memories, findings } = await readMemories(paths)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const { name, acknowledged } of workers)
    for (const [index, id] of acknowledged)
      expect(byId.get(id), id).toMatchObject({ summary: `Walrus ${index} of ${name}.`, agent_id: name, tags: [name] })
  for (const { id, summary, status } of before)
    expect(byId.get(id)).toMatchObject({ summary, status, path: expect.stringContaining('/minds/') })
  expect(memories).toHaveLength(before.length + names.length * campaign.texts)
  expect(findings).toEqual([])
})

type Worker = { readonly name: string; readonly acknowledged: Map<number, string>; starts: number }

async function work(
  paths: SpacePaths,
  { worker, running, onStored }: { worker: Worker; running: Map<string, ChildProcess>; onStored: () => void },
): Promise<void> {
  const { name, acknowledged, starts } = worker
  const killedAt = starts === 0 && ['a', 'h'].includes(name) ? '3' : ''
  const file = join(import.meta.dirname, '__fixtures__/remember-many.ts')
  const parameters = [paths.root, name, String(acknowledged.size), String(campaign.texts), killedAt]
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', file, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  worker.starts += 1
  onTestFinished(() => void child.kill('SIGKILL'))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, id, index] = /^(kp-\S+) (\d+)$/.exec(line) ?? []
    running.set(name, child)
    if (id === undefined) return
    acknowledged.set(Number(index), id)
    onStored()
  })
  const [code] = await once(child, 'close')
  running.delete(name)
  if (code !== 0 && code !== null) throw new Error(`Process ${name} ended with ${String(code)}.`)
}
