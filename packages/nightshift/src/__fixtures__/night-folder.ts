import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSqliteQueue } from '@datacortex/queue'
import { onTestFinished } from 'vitest'
import type { Assignment, NightEvent, NightPorts, Outcome } from '../night/night-ports.ts'
import { nightLimits } from '../night/night-limits.ts'
import { type NightOptions, runNight } from '../night/run-night.ts'

/** What an agent of a test answers. */
export type Answer = (assignment: Assignment, signal: AbortSignal) => Partial<Outcome> | Promise<Partial<Outcome>>

export const success: Answer = ({ text }) => ({ text: `Done: ${text.split('\n')[0]}` })

/** A folder with org files, and a night in it whose agents are functions and whose log is a map. */
export async function nightFolder(files: Readonly<Record<string, string>>, answer: Answer = success) {
  const root = await mkdtemp(join(tmpdir(), 'night-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) await put(path, text)
  async function put(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const read = async (path: string): Promise<string | undefined> =>
    await readFile(join(root, path), 'utf8').catch(() => undefined)
  const log = new Map<string, Outcome>()
  const asked: Assignment[] = []
  const events: NightEvent[] = []
  const approved = new Set<string>()
  let ids = 0
  const queue = await openSqliteQueue({ file: join(root, 'queue.sqlite') })
  onTestFinished(async () => await queue.close())
  const ports: NightPorts = {
    queue,
    jobKind: 'org-task',
    ownKind: 'org-task-own',
    place: 'here',
    committed: async () => await Promise.resolve(undefined),
    bringTo: async () => await Promise.resolve(),
    files: async () => await Promise.resolve(Object.keys(files)),
    readFile: read,
    edit: async (path, change) => {
      const before = (await read(path)) ?? ''
      const text = change(before)
      if (text !== before) await put(path, text)
    },
    writeNew: async (path, text) => {
      if ((await read(path)) === undefined) await put(path, text)
    },
    isFile: async (path) =>
      await stat(join(root, path)).then(
        (found) => found.isFile(),
        () => false,
      ),
    unapproved: async (task) =>
      await Promise.resolve(
        /unseen/.test(task.heading.title) && !approved.has(task.digest) ? 'nobody said yes' : undefined,
      ),
    approve: async (task) => await Promise.resolve(void approved.add(task.digest)),
    route: async () => await Promise.resolve('writer'),
    run: async (assignment, signal) => {
      asked.push(assignment)
      const { agent, executionId } = assignment
      const spent = { costUsd: 0.1, tokens: 10, durationMs: 1000 }
      const usual = {
        executionId,
        agent,
        status: 'success',
        text: '',
        outputs: [],
        failedChecks: [],
        wasInterrupted: false,
      } as const
      const outcome: Outcome = { ...usual, ...spent, ...(await answer(assignment, signal)) }
      log.set(executionId, outcome)
      return outcome
    },
    logged: async (id) => await Promise.resolve(log.get(id)),
    rate: async () => await Promise.resolve(),
    note: async (event) => await Promise.resolve(void events.push(event)),
    newId: (kind) => `${kind}-${(ids += 1)}`,
    now: () => new Date(2026, 10, 27, 2, 0).getTime(),
    machine: 'desk',
    onProgress: () => {},
  }
  const night = async (
    more: Partial<NightOptions> & { readonly budget?: Parameters<typeof nightLimits>[0]['budget'] } = {},
    own: Partial<NightPorts> = {},
  ) => {
    using limits = nightLimits({ budget: more.budget ?? {}, spent: [], now: ports.now })
    const options: NightOptions = {
      date: '2026-11-27',
      limits,
      workers: 1,
      leaseMs: 2000,
      ended: new Set(),
      evaluators: [],
      threshold: 0.8,
      signal: new AbortController().signal,
      ...more,
    }
    return await runNight(options, { ...ports, ...own })
  }
  return { root, ports, night, read, put, asked, events, log }
}
