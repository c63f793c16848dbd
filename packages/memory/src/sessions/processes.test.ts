import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openEmbedder } from '@datacortex/embeddings'
import { type SpacePaths, userPaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { embedPending } from '../index/embed-pending.ts'
import { memorySpace, openNotes } from './__fixtures__/memory-space.ts'
import { indexMemories } from './index-memories.ts'
import { readMemories } from './memory-journal.ts'

// `LONG=1` runs the whole campaign: 8 processes × 500 texts, one killed after each 80 of them; `LONG=real` writes to the index
// from all eight and with the real model, whose loading after each kill takes most of its time.
const long = process.env['LONG'] !== undefined
const real = process.env['LONG'] === 'real'
const campaign = { texts: long ? 500 : 12, textsBetweenKills: long ? 80 : 20 }
const names = long ? ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] : ['a', 'b', 'h']

test(`${names.length} processes × ${campaign.texts} texts with random kills: nothing acknowledged is lost, nothing is corrupt`, async () => {
  const paths = await memorySpace()
  const workers = names.map((name) => ({ name, acknowledged: new Map<number, string>(), loads: [] as number[] }))
  const running = new Map<string, ChildProcess>()
  // Two kill themselves at a fixed text, once each.
  let kills = 2
  let stored = 0
  // By what was done, not by time: on a slow machine a process would be killed before it has started.
  const onStored = (): void => {
    stored += 1
    if (stored % campaign.textsBetweenKills !== 0) return
    const name = names[Math.floor(Math.random() * names.length)]
    if (name !== undefined && running.get(name)?.kill('SIGKILL') === true) kills += 1
  }
  await Promise.all(
    workers.map(async (worker) => {
      // A killed one is started again and goes on after the last text that it knows to be stored.
      while (worker.acknowledged.size < campaign.texts) await work(paths, { worker, running, onStored })
    }),
  )

  expect(workers.filter(({ loads }) => loads.length > 1).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['a', 'h']),
  )
  expect(workers.flatMap(({ loads }) => loads).filter((count) => count > 1)).toEqual([])
  const { memories, findings } = await readMemories(paths)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const { name, acknowledged } of workers)
    for (const [index, id] of acknowledged)
      expect(byId.get(id), id).toMatchObject({ summary: `Walrus ${index} of ${name}.`, agent_id: name, tags: [name] })
  // A text that was written but not acknowledged before a kill is merged with its repetition: none is there twice.
  expect(memories).toHaveLength(names.length * campaign.texts)
  // A kill can leave one unfinished line, never a mixture of two.
  expect(findings.length).toBeLessThanOrEqual(kills)
  expect(findings.filter(({ message }) => !message.includes('no JSON'))).toEqual([])

  const embedder = real ? openEmbedder({ cacheDir: userPaths().cache }) : createHashEmbedder()
  const collection = await openNotes(paths, embedder)
  await indexMemories(paths, { collection })
  await embedPending(collection, { embedder })
  expect((await collection.hashes()).size).toBe(memories.length)
  expect(collection.rebuilt).toBeUndefined()
})

/** Starting LanceDB after each kill takes longer than all writing, so two processes do it for all. */
function modelOf(name: string): string {
  if (real) return 'real'
  return name <= 'b' ? 'hash' : 'none'
}

type Worker = { readonly name: string; readonly acknowledged: Map<number, string>; readonly loads: number[] }

async function work(
  paths: SpacePaths,
  { worker, running, onStored }: { worker: Worker; running: Map<string, ChildProcess>; onStored: () => void },
): Promise<void> {
  const file = fileURLToPath(new URL('./__fixtures__/remember-many.ts', import.meta.url))
  const parameters = [
    paths.root,
    worker.name,
    String(worker.acknowledged.size),
    String(campaign.texts),
    modelOf(worker.name),
    worker.loads.length === 0 && ['a', 'h'].includes(worker.name) ? '7' : '',
  ]
  // The built packages start in half the time.
  const from = real ? [] : ['--conditions=@datacortex/source']
  const child = spawn(process.execPath, [...from, file, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let loads = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, id, index] = /^(mem-\S+) (\d+)$/.exec(line) ?? []
    if (line === 'load') loads += 1
    running.set(worker.name, child)
    if (id === undefined) return
    worker.acknowledged.set(Number(index), id)
    onStored()
  })
  const [code] = await once(child, 'close')
  running.delete(worker.name)
  worker.loads.push(loads)
  if (code !== 0 && code !== null) throw new Error(`Process ${worker.name} ended with ${String(code)}.`)
}
