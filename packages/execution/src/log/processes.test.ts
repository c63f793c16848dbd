import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SpacePaths } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'
import { expect, onTestFinished, test } from 'vitest'
import { logNames, logSpace, logText } from './__fixtures__/log-space.ts'
import { readLog } from './read-log.ts'

// `LONG=1` runs the whole campaign: 8 processes × 1,000 executions, one killed after each 100 of them.
const long = process.env['LONG'] !== undefined
const campaign = { executions: long ? 1000 : 15, partBytes: long ? 65_536 : 4096, killEvery: long ? 100 : 20 }
const names = long ? ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] : ['a', 'b', 'g', 'h']

test(`${names.length} processes × ${campaign.executions} executions with random kills: nothing acknowledged is lost, every state is valid`, async () => {
  const paths = await logSpace()
  const workers = names.map((name) => ({ name, acknowledged: [] as string[], starts: 0 }))
  const running = new Map<string, ChildProcess>()
  const appends = new EventEmitter<{ acknowledged: [] }>()
  let count = 0
  appends.on('acknowledged', () => {
    count += 1
    const name = count % campaign.killEvery === 0 ? names[Math.floor(Math.random() * names.length)] : undefined
    if (name !== undefined) running.get(name)?.kill('SIGKILL')
  })
  const done = Promise.all(
    workers.map(async (worker) => {
      while (worker.acknowledged.length < campaign.executions) await work(paths, { worker, running, appends })
    }),
  )
  const states = await watch(paths, { appends, done })

  // Two kill themselves at a fixed entry, so that there are kills on any machine.
  expect(workers.filter(({ starts }) => starts > 1).map(({ name }) => name)).toEqual(expect.arrayContaining(['a', 'h']))
  expect(states.broken).toEqual([])
  expect(states.seen).toBeGreaterThan(5)
  const { executions, findings } = await readLog(paths)
  expect(findings).toEqual([])
  expect((await logNames(paths)).length).toBeGreaterThan(3)
  const ids = executions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const known = new Set(ids)
  expect(workers.flatMap(({ acknowledged }) => acknowledged).filter((id) => !known.has(id))).toEqual([])
  // Each kill can leave at most one that was written and not acknowledged any more.
  const starts = workers.reduce((sum, worker) => sum + worker.starts, 0)
  expect(ids.length).toBeLessThanOrEqual(names.length * campaign.executions + starts)
  for (const { name } of workers) {
    const own = executions.filter(({ agent_id: agent }) => agent === name)
    expect(own.every(({ task }) => task?.endsWith(`of\n${name}`))).toBe(true)
  }
})

type Appends = EventEmitter<{ acknowledged: [] }>
type Worker = { readonly name: string; readonly acknowledged: string[]; starts: number }

/** Looks at the file again and again until the work is done; it must be there and whole whenever it is looked at. */
async function watch(
  paths: SpacePaths,
  { appends, done }: { readonly appends: Appends; readonly done: Promise<unknown> },
): Promise<{ readonly seen: number; readonly broken: readonly string[] }> {
  const work = { isDone: false }
  const end = done.finally(() => {
    work.isDone = true
    appends.emit('acknowledged')
  })
  const broken: string[] = []
  let seen = 0
  while (!work.isDone) {
    const acknowledged = once(appends, 'acknowledged')
    const text = await logText(paths).catch((error: unknown) => (seen === 0 ? undefined : String(error)))
    if (text !== undefined) {
      seen += 1
      const { document, problems } = parseYaml(text)
      if (problems.length > 0 || !document.has('executions')) broken.push(text.slice(0, 200))
    }
    // Leaves the processor to the writers.
    await acknowledged
  }
  await end
  return { seen, broken }
}

async function work(
  paths: SpacePaths,
  { worker, running, appends }: { worker: Worker; running: Map<string, ChildProcess>; appends: Appends },
): Promise<void> {
  const file = fileURLToPath(new URL('./__fixtures__/append-many.ts', import.meta.url))
  const parameters = [
    paths.root,
    worker.name,
    String(worker.acknowledged.length),
    String(campaign.executions),
    String(campaign.partBytes),
    worker.starts === 0 && ['a', 'h'].includes(worker.name) ? '6' : '',
  ]
  const child = spawn(process.execPath, ['--conditions=@datacortex/source', file, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  worker.starts += 1
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!/^exec-\w-\d+-\d+$/.test(line)) return
    worker.acknowledged.push(line)
    // Only when it works: one that is killed while it starts would never get anywhere.
    running.set(worker.name, child)
    appends.emit('acknowledged')
  })
  const [code] = await once(child, 'close')
  running.delete(worker.name)
  if (code !== 0 && code !== null) throw new Error(`Process ${worker.name} ended with ${String(code)}.`)
}
