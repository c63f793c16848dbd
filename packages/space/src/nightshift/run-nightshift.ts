import { type CodedError, type Finding, asFinding, warningFinding } from '@datacortex/errors'
import { recoverRuns } from '@datacortex/execution'
import {
  type NightBudget,
  type NightLimits,
  type TaskReport,
  nightLimits,
  nightshiftError,
  openTasks,
  readNight,
  runNight,
  scanTasks,
} from '@datacortex/nightshift'
import { readSettings, withLock } from '@datacortex/platform'
import type { QueueResult } from '@datacortex/research'
import { join } from 'node:path'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { knownDirectories } from '../directories/known-directories.ts'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { dryRun, flag } from '../schema.ts'
import { linksOfNight } from '../research/save-links.ts'
import type { Work } from '../work.ts'
import { type DueNight, dueNight } from './due-night.ts'
import { type LeftTask, type PlannedNight, planNight } from './plan-night.ts'
import { dateOfNight } from './night-space.ts'
import { nightWork } from './night-work.ts'
import { type OpenNight, openNight } from './open-night.ts'
import { type NightResearch, researchOfNight } from './research-of-night.ts'
import { reputations, writeNightBriefing } from './write-night-briefing.ts'

export type NightDone = IndexField & {
  readonly date: string
  readonly briefing_path: string
  readonly done: readonly TaskReport[]
  readonly review: readonly TaskReport[]
  readonly failed: readonly TaskReport[]
  /** Every open task, with its reason. */
  readonly left: readonly LeftTask[]
  readonly cost: { readonly usd: number; readonly tokens: number }
  readonly research?: NightResearch['summary']
  /** Why it ended before all was done. */
  readonly stopped?: string | undefined
  /** When it should have begun. */
  readonly late?: string | undefined
  readonly undo?: string | undefined
  readonly findings: readonly Finding[]
}

const budget = z
  .strictObject({
    usd: z.number().min(0).optional(),
    tokens: z.number().int().min(0).optional(),
    minutes: z.number().min(0).optional(),
  })
  .describe('What the whole night may take; the settings say what is left out.')

export const runNightshift = operation({
  input: z.strictObject({
    ends_at: z.iso.datetime({ offset: true }).optional().describe('When it is over.'),
    once: flag('Leaves what becomes free or is added meanwhile to another night.'),
    budget: budget.optional(),
    workers: z.number().int().min(1).max(32).optional().describe('Tasks at the same time.'),
    yes: flag('Approves the tasks that wait for it; only the user can.'),
    due: flag('Does nothing unless a night is due by the settings; one that was missed is made up once.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ date: z.string() }),
  run: async (work, asked): Promise<NightDone | PlannedNight | DueNight> => {
    const settings = await readSettings(work.paths)
    if (asked.yes === true) requireUser(work.caller, 'nightshift run with yes')
    if (asked.dry_run === true) return await planNight(work)
    const run = async (late?: string): Promise<NightDone> => {
      const endsAt = asked.ends_at === undefined ? undefined : Date.parse(asked.ends_at)
      return await alone(
        work,
        async () =>
          await night(work, { ...asked, endsAt, late, limits: { ...settings.nightshift.budget, ...asked.budget } }),
      )
    }
    return asked.due === true ? await dueNight(work, settings, run) : await run()
  },
})

type Asked = {
  readonly endsAt: number | undefined
  readonly once?: boolean | undefined
  readonly limits: NightBudget
  readonly workers?: number | undefined
  readonly yes?: boolean | undefined
  readonly late: string | undefined
}

async function alone<Result>({ paths, signal }: Work, run: () => Promise<Result>): Promise<Result> {
  const lock = join(paths.stateDirectory, 'nightshift', 'night.lock')
  const busy = (): CodedError => nightshiftError('NIGHTSHIFT_BUSY', { root: paths.root })
  return await withLock(lock, run, { signal, timeoutMs: 2000, busy })
}

async function night(work: Work, asked: Asked): Promise<NightDone> {
  const { paths, signal } = work
  const date = dateOfNight(Date.now(), asked.endsAt)
  // Before it is looked which files there are.
  const findings: Finding[] = [...(await linksOfNight(work, await readSettings(paths)))]
  await using opened = await openNight(work, { date })
  const { ports, settings } = opened
  const before = await readNight(paths, date)
  findings.push(...(await recoverRuns(paths, { signal })))
  if (asked.yes === true) await approveAll(opened)
  using limits = nightLimits({ budget: asked.limits, until: asked.endsAt, spent: before?.spent ?? [], now: Date.now })
  const until = asked.endsAt === undefined ? undefined : new Date(asked.endsAt).toISOString()
  const reputationBefore = await reputations(work)
  await ports.note({ type: 'begun', at: new Date().toISOString(), late: asked.late, until })
  const { nightshift } = settings
  const result = await runNight(
    {
      date,
      limits,
      once: asked.once,
      workers: asked.workers ?? nightshift.workers,
      leaseMs: nightshift.lease_seconds * 1000,
      ended: new Set(before?.reports.filter(({ state }) => state !== 'LEFT').map(({ id }) => id)),
      evaluators: nightshift.evaluators,
      threshold: nightshift.quality_threshold,
      signal,
    },
    ports,
  )
  const research = await researchOfNight(work, { ready: result.scanned.ready, date, limits, endsAt: asked.endsAt })
  findings.push(...research.findings, ...(await afterTasks(work, limits)))
  await ports.note({ type: 'ended', at: new Date().toISOString(), reason: result.stopped ?? limits.isOver() })
  const scanned = await scanTasks(ports)
  const record = await readNight(paths, date)
  if (record === undefined) throw new Error('The night was noted when it began.')
  const { results } = research
  const open = openTasks(scanned, { ...record, research: results.flatMap(({ waiting }) => waiting) })
  const problems = [...scanned.problems, ...findings.map(({ message }) => message)]
  const briefing = await writeNightBriefing(work, {
    opened,
    record,
    open,
    problems,
    research: results,
    reputationBefore,
  })
  const undo = opened.undoName()
  const index = indexField(undo === undefined ? undefined : await takeInNotes(work, { undo }))
  const done = summary(record, open, results)
  return { ...done, briefing_path: briefing, research: research.summary, undo, ...index, findings }
}

/** What was done, and what is open, as the answer says it. */
function summary(
  { date, reports, spent, stopped, late }: NonNullable<Awaited<ReturnType<typeof readNight>>>,
  open: ReturnType<typeof openTasks>,
  research: readonly QueueResult[],
) {
  const of = (state: TaskReport['state']): readonly TaskReport[] => reports.filter((one) => one.state === state)
  const usd = research.reduce((total, { cost }) => total + cost.usd, 0)
  const sum = (figure: 'costUsd' | 'tokens'): number => spent.reduce((total, one) => total + one[figure], 0)
  return {
    date,
    done: of('DONE'),
    review: of('REVIEW'),
    failed: of('FAILED'),
    left: open.map(({ title, file, line, reason }) => ({ task: title, file, line, reason })),
    cost: { usd: Math.round((sum('costUsd') + usd) * 1e9) / 1e9, tokens: sum('tokens') },
    stopped,
    late,
  }
}

async function approveAll({ ports }: OpenNight): Promise<void> {
  const { waiting } = await scanTasks(ports)
  for (const { task, kind } of waiting) if (kind === 'approval') await ports.approve(task)
}

/** Key points of what agents lived through become knowledge of theirs, and what directories publish is known by morning. */
async function afterTasks(work: Work, limits: NightLimits): Promise<readonly Finding[]> {
  const { reflect } = await import('../minds/reflect.ts')
  const findings = await reflect.run(nightWork(work), {}).then((done) => done.findings, asFinding('reflect'))
  const own = nightWork(work, AbortSignal.any([work.signal, limits.signal]))
  const known = await knownDirectories(own)
  if (limits.isOver() !== undefined || known.every(({ addresses }) => addresses.length === 0)) return findings
  const { refreshDirectories } = await import('../directories/change-directories.ts')
  const refreshed = await refreshDirectories.run(own, {}).then(
    ({ directories }) =>
      directories.flatMap(({ name, error }) =>
        error === undefined
          ? []
          : [warningFinding(error.code, name, { ...error, hint: 'datacortex directory refresh' })],
      ),
    (error: unknown) => {
      work.signal.throwIfAborted()
      return limits.signal.aborted ? [] : asFinding('directories')(error)
    },
  )
  return [...findings, ...refreshed]
}
