import { randomBytes, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { newLogId } from '@datacortex/execution'
import { type NightPorts, type OrgTask, nightshiftError, noteEvent } from '@datacortex/nightshift'
import {
  type Settings,
  createWritesBroker,
  isThere,
  makeFolder,
  namesIn,
  readSecret,
  readSettings,
  readTextFile,
  resolveInside,
  runProgram,
  sha256,
} from '@datacortex/platform'
import type { JobQueue } from '@datacortex/queue'
import { evaluateRun } from '../agents/evaluate-run.ts'
import { routeTask } from '../agents/route-task.ts'
import { runAgent } from '../agents/run-agent.ts'
import { inTurn } from '../notes/in-turn.ts'
import type { Work } from '../work.ts'
import { nightWork } from './night-work.ts'
import { loggedOutcome, outcomeOf } from './run-outcome.ts'
import { taskApprovals } from './task-approvals.ts'

/** A space as a night works in it. */
export type OpenNight = AsyncDisposable & NightSpace & { readonly ports: NightPorts }

/** The same without the jobs: what only looks makes no queue. */
export type NightSpace = {
  readonly ports: Omit<NightPorts, 'queue'>
  readonly settings: Settings
  /** The name under which `undo` takes back what it wrote; undefined if nothing was. */
  readonly undoName: () => string | undefined
}

/** Wires a night to a space. `date`: the night that events are kept of. */
export async function openNight(work: Work, { date }: { readonly date: string }): Promise<OpenNight> {
  const space = await nightSpace(work, { date })
  const queue = await openQueue(work, space.settings)
  const ports = { ...space.ports, queue }
  return { ...space, ports, [Symbol.asyncDispose]: async () => await queue.close() }
}

/** What a night is wired to, but for its jobs. */
export async function nightSpace(work: Work, { date }: { readonly date: string }): Promise<NightSpace> {
  const { paths } = work
  const settings = await readSettings(paths)
  const files = await nightFiles(work, settings)
  const readFile = async (path: string): Promise<string | undefined> => (await readNow(work, path))?.text
  const approvals = await taskApprovals(paths, { own: settings.nightshift.approve, readFile })
  const broker = createWritesBroker({
    root: paths.root,
    grants: [...files.map(literal), '*/0-inbox/**', '*/content/reports/*', '*/org/*.org'],
    run: `night-${date}-${randomInt(1e8, 1e9)}`,
  })
  // What came of a task is written also when somebody stops the night.
  const whole = { signal: AbortSignal.timeout(120_000) }
  const edit: NightPorts['edit'] = async (path, change) =>
    await inTurn(
      paths,
      async () => {
        const before = await readNow(work, path)
        const text = change(before?.text ?? '')
        if (text === (before?.text ?? '')) return
        await broker.write({ path, text: (before?.mark ?? '') + text, expected: before?.sha256 ?? 'absent' })
      },
      whole,
    )
  return {
    settings,
    undoName: () => (broker.written() > 0 ? broker.run : undefined),
    ports: {
      jobKind: `org-task-${await spaceKey(work, settings)}`,
      files: async () => await Promise.resolve(files),
      readFile,
      edit,
      writeNew: async (path, text) => {
        await broker.write({ path, text, expected: 'absent' }).catch(unlessThere)
      },
      isFile: async (path) => await isThere(join(paths.root, path)),
      ...approvals,
      route: async (task, signal) => await agentFor(nightWork(work, signal), task),
      run: async ({ agent, text, executionId, taskId, tags, space }, signal) => {
        const own = nightWork(work, signal)
        const asked = { agent, task: text, execution_id: executionId, task_id: taskId, called_by: 'nightshift' }
        const more = { tags: tags.length === 0 ? undefined : [tags.join(':')], space }
        return await outcomeOf(own, await runAgent.run(own, { ...asked, ...more }))
      },
      logged: async (id) => await loggedOutcome(nightWork(work), id),
      rate: async ({ executionId, by, score, notes }) => {
        const points = Math.round(score * 100)
        const scores = { task_completion: points, output_quality: points, efficiency: points }
        await evaluateRun.run(nightWork(work), { execution_id: executionId, evaluator_agent: by, scores, notes })
      },
      note: async (event) => await noteEvent(paths, date, event),
      newId: (kind) =>
        kind === 'exec' ? newLogId('exec', new Date()) : `night-${date}-${randomBytes(5).toString('hex')}`,
      now: Date.now,
      host: hostname(),
      onProgress: ({ done, subject }) => work.onProgress({ stage: 'nightshift', done, subject }),
    },
  }
}

/** The org files of the settings that are there, relative to the root. */
export async function nightFiles({ paths }: Pick<Work, 'paths'>, { nightshift }: Settings): Promise<readonly string[]> {
  const spaces = (await namesIn(paths.root)).filter((name) => /^\d+-/.test(name)).toSorted()
  const named = nightshift.files.flatMap((file) =>
    file.includes('/') ? [file] : spaces.map((space) => `${space}/org/${file}`),
  )
  const found: string[] = []
  for (const file of new Set(named)) if (await isThere(join(paths.root, file))) found.push(file)
  return found
}

/** A file as it is on the disk now; undefined if it is not there. `mark`: the byte order mark that stands before it. */
async function readNow({ paths }: Pick<Work, 'paths'>, path: string) {
  const read = await readTextFile(await resolveInside(paths.root, path))
  if (!read.ok && read.code === 'ENOENT') return undefined
  if (!read.ok) throw nightshiftError('NIGHTSHIFT_FILE_UNREADABLE', { file: path, reason: read.reason })
  const mark = read.bytes[0] === 0xef && read.bytes[1] === 0xbb && read.bytes[2] === 0xbf ? '\uFEFF' : ''
  return { text: read.text, mark, sha256: sha256(read.bytes) }
}

/** By tags that say what kind of work it is, else by meaning; what nobody is made for, the executor of all tasks does. */
async function agentFor(work: Work, { heading, text }: OrgTask): Promise<string | undefined> {
  const tags = heading.tags.length > 1 ? [heading.tags.join(':')] : undefined
  const { agent } = await routeTask.run(work, { task: text.slice(0, 2000), tags, judge: false })
  if (agent !== null) return agent
  const { registry } = await work.catalogue()
  return registry.agents.has(executor) ? executor : undefined
}

const executor = 'ai-task-executor'

export async function openQueue(work: Work, { nightshift }: Settings): Promise<JobQueue> {
  const { paths } = work
  const queue = await import('@datacortex/queue')
  if (nightshift.postgres === undefined) {
    await makeFolder(join(paths.stateDirectory, 'nightshift'))
    return await queue.openSqliteQueue({ file: queueFile(paths) })
  }
  const url = await readSecret(paths, nightshift.postgres)
  if (url === undefined) throw nightshiftError('NIGHTSHIFT_SECRET_MISSING', { name: nightshift.postgres })
  return await queue.openPostgresQueue({ url })
}

/** What tells the jobs of spaces apart: the first commit of a repository is the same in each of its clones. */
async function spaceKey({ paths }: Work, { nightshift }: Settings): Promise<string> {
  if (nightshift.postgres === undefined) return paths.trust.id ?? 'own'
  const command = ['git', 'rev-list', '--max-parents=0', 'HEAD'] as const
  const said = await runProgram([...command], { directory: paths.root, environment: {}, timeoutMs: 20_000 }).catch(
    (error: unknown) => {
      throw nightshiftError('NIGHTSHIFT_NO_REPOSITORY', {
        root: paths.root,
        reason: error instanceof Error ? error.message : String(error),
      })
    },
  )
  return said.trim().split('\n').at(-1)?.slice(0, 16) ?? ''
}

/** The queue for who only looks; undefined as long as nobody has made one. */
export async function openQueueIfThere(work: Work, settings: Settings): Promise<JobQueue | undefined> {
  const isMade = settings.nightshift.postgres !== undefined || (await isThere(queueFile(work.paths)))
  return isMade ? await openQueue(work, settings) : undefined
}

function queueFile({ stateDirectory }: Pick<Work['paths'], 'stateDirectory'>): string {
  return join(stateDirectory, 'nightshift', 'queue.sqlite')
}

function unlessThere(error: unknown): void {
  if (!CodedError.is(error, 'WRITES_CONFLICT')) throw error
}

/** A path that a glob matches as it is. */
function literal(path: string): string {
  return path.replaceAll(/[?*()[\]{}]/g, '[$&]')
}
