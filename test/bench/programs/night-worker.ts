import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type NightPorts, nightLimits, workJobs } from '@datacortex/nightshift'
import { openPostgresQueue } from '@datacortex/queue'

// One worker of `bench night-workers`: does tasks of a shared queue until there are none, with an agent that only waits.
const [url = '', jobKind = '', folder = '', waitMs = '0'] = process.argv.slice(2)
const queue = await openPostgresQueue({ url })
let runs = 0
const ports: NightPorts = {
  queue,
  jobKind,
  ownKind: `${jobKind}-own`,
  place: String(process.pid),
  committed: async () => await Promise.resolve(undefined),
  bringTo: async () => await Promise.resolve(),
  files: async () => await Promise.resolve(['ai.org']),
  readFile: async (path) => await readFile(join(folder, path), 'utf8').catch(() => undefined),
  edit: async () => await Promise.resolve(),
  writeNew: async () => await Promise.resolve(),
  isFile: async () => await Promise.resolve(true),
  unapproved: async () => await Promise.resolve(undefined),
  approve: async () => await Promise.resolve(),
  route: async () => await Promise.resolve('writer'),
  run: async ({ agent, executionId }, signal) => {
    await wait(Number(waitMs), undefined, { signal })
    const usual = { outputs: [], failedChecks: [], wasInterrupted: false, costUsd: 0, tokens: 0, durationMs: 0 }
    return { executionId, agent, status: 'success', text: 'It is done.', ...usual }
  },
  logged: async () => await Promise.resolve(undefined),
  rate: async () => await Promise.resolve(),
  note: async () => await Promise.resolve(),
  newId: (kind) => `${kind}-${process.pid}-${(runs += 1)}`,
  now: Date.now,
  machine: String(process.pid),
  onProgress: () => {},
}
process.stdout.write('\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
using limits = nightLimits({ budget: {}, spent: [], now: Date.now })
const { signal } = new AbortController()
const report = async (): Promise<void> => await Promise.resolve()
const rules = {
  evaluators: [],
  threshold: 0.8,
  workers: 1,
  leaseMs: 60_000,
  until: 'all-ended',
  limits,
  report,
  signal,
} as const
const done = await workJobs(rules, ports)
process.stdout.write(`${done.size}\n`)
await queue.close()
process.exit()
