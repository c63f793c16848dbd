import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createDynamicAgent, resolveDynamic } from '@datacortex/dynamic-agents'
import { placesOf, writeBounds } from '@datacortex/execution'
import { createSlots, createSpace, ownPaths, replaceFile, withLock } from '@datacortex/platform'
import { readRegistry, resolveAgent } from '@datacortex/registry'
import { openSpace } from '@datacortex/space'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

/** Making agents beside the write that this takes, resolving three levels beside an agent of the registry, and copies beside a bare pool. */
export const dynamicAgents: Benchmark = { name: 'dynamic-agents', run: measured }

const rows = Array.from({ length: 100 }, (_, index) => index)
const script = `process.stdin.resume(); process.stdin.on('end', () => setTimeout(() => console.log('{"n": 1}'), 50))`

async function measured(bench: Bench) {
  const root = await bench.makeFolder()
  const paths = ownPaths((await createSpace(root)).paths)
  const program = join(root, 'answer.mjs')
  await writeFile(program, script)
  const architect = { name: 'Architect', description: 'Makes agents.', skills: [], runtime: { tools: ['Read'] } }
  await writeFile(paths.agentsFile, JSON.stringify({ agents: { architect } }))
  const command = [process.execPath, program]
  await writeFile(
    paths.settingsFile,
    JSON.stringify({ runners: { default: 'own', own: { plugin: 'runner-command', command } } }),
  )
  const registry = await readRegistry(paths)
  const { knowledgeLocations } = registry
  const places = {
    meant: (name: string) => placesOf(name, knowledgeLocations),
    bounds: (some: readonly string[]) => writeBounds(some, knowledgeLocations),
  }
  const options = {
    registry,
    places,
    primer: 'You solve.',
    limits: {},
    createdBy: 'user',
    capabilities: { tools: ['Read'] },
  }
  const tasks = { solve: { input: { type: 'string' }, output: { type: 'number' } } }
  const create = async (id: string, parent = 'architect') =>
    await createDynamicAgent(paths, { ...options, tasks, parent, id })
  const written = 'x'.repeat(900)
  const made = await interleaved(
    {
      created: async (round) => await create(`solver-${round}`),
      written: async (round) => {
        const file = join(paths.stateDirectory, 'bare', `${round}.yaml`)
        await withLock(
          join(paths.locksDirectory, 'bare'),
          async () => await replaceFile(file, written, { expected: 'absent' }),
        )
      },
    },
    { rounds: 200, warmUp: 20 },
  )
  await create('one')
  await create('two', 'architect/one')
  await create('three', 'architect/one/two')
  await using space = await openSpace(root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
    ask: { confirm: async () => await Promise.resolve(true), mayRun: async () => await Promise.resolve(true) },
  })
  let round = 0
  const mapped = await interleaved(
    {
      bare: async () => {
        const slots = createSlots(4)
        const { signal } = new AbortController()
        await Promise.all(rows.map(async () => await slots.run(async () => await answered(command), { signal })))
      },
      spawned: async () => {
        const { status } = await space.agents.spawn({
          from: 'architect',
          task: `Say it ${(round += 1)}`,
          rows,
          concurrency: 4,
        })
        if (status !== 'success') throw new Error(`The copies ended with ${status}.`)
      },
    },
    { rounds: 3, warmUp: 0 },
  )
  // Recipes that were made just now are read each time; by here these are not.
  const resolved = await interleaved(
    {
      // What each begins with: the registry as it is now.
      registered: async () => resolveAgent(await readRegistry(paths), 'architect'),
      dynamic: async () =>
        await resolveDynamic(paths, 'architect/one/two/three', { ...options, registry: await readRegistry(paths) }),
    },
    { rounds: 100, warmUp: 10 },
  )
  const beside = median(made.created) - median(made.written)
  const levels = median(resolved.dynamic) / median(resolved.registered)
  const copies = median(mapped.spawned) / median(mapped.bare)
  return {
    tables: [
      {
        title: 'milliseconds, median',
        columns: ['', 'dynamic', 'beside'],
        rows: [
          ['creation; a bare write under a lock', median(made.created).toFixed(2), median(made.written).toFixed(2)],
          [
            'three levels; an agent of the registry',
            median(resolved.dynamic).toFixed(2),
            median(resolved.registered).toFixed(2),
          ],
          ['100 copies, 4 at once; a bare pool', median(mapped.spawned).toFixed(0), median(mapped.bare).toFixed(0)],
        ],
      },
    ],
    checks: [
      { what: 'creation beside the write', value: beside, target: { atMost: 5 }, unit: 'ms' },
      { what: 'three levels beside an agent of the registry', value: levels, target: { atMost: 2 }, unit: '×' },
      { what: '100 copies beside a bare pool of four', value: copies, target: { atMost: 1.3 }, unit: '×' },
    ],
  }
}

async function answered([program = '', ...words]: readonly string[]): Promise<void> {
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
    detached: true,
  })
  child.stdin.end('Say it.')
  const closed = once(child, 'close')
  if (JSON.parse(await text(child.stdout)).n !== 1) throw new Error('It gave another answer.')
  await closed
}
