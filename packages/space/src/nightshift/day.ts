import { type Finding, asFinding } from '@datacortex/errors'
import { recoverRuns } from '@datacortex/execution'
import { localDay, needs, openTasks } from '@datacortex/nightshift'
import { listRuns } from '@datacortex/research'
import { z } from 'zod'
import { type TakenIn, takeInNotes } from '../indexing/take-in-notes.ts'
import { reflect } from '../minds/reflect.ts'
import { operation } from '../operation.ts'
import { pullNow, pushNow, syncBeside } from '../sync/sync-now.ts'
import { dryRun } from '../schema.ts'
import { nightWork } from './night-work.ts'
import { type NightFigures, lastNight } from './last-night.ts'
import { knownTasks, shownTask } from './known-tasks.ts'

export type Today = {
  readonly date: string
  readonly briefing_path?: string | undefined
  readonly night?: NightFigures | undefined
  /** What needs a person, as lines. */
  readonly needs: readonly string[]
  /** Tasks for agents and of one's own that are due by now. */
  readonly due: readonly { readonly title: string; readonly file: string; readonly line: number; readonly at: string }[]
  readonly tonight: number
  readonly findings: readonly Finding[]
}

export const today = operation({
  input: z.strictObject({}),
  output: z.looseObject({ date: z.string(), needs: z.array(z.string()) }),
  run: async (work): Promise<Today> => {
    const findings = await syncBeside(work, pullNow)
    const known = await knownTasks(work)
    const { scanned } = known
    const date = localDay(new Date())
    const last = await lastNight(work)
    const open = openTasks(scanned, { reports: last?.record.reports ?? [] })
    const inFiles = new Set(scanned.tasks.filter(({ heading }) => !heading.isDone).map(({ id }) => id))
    const stillFailed = new Set(
      scanned.tasks.filter(({ heading }) => heading.keyword?.text === 'FAILED').map(({ id }) => id),
    )
    const endOfDay = new Date(`${date}T23:59:59`).getTime()
    const due = scanned.tasks.flatMap((task) => {
      const at = Math.min(task.scheduled?.at ?? Infinity, task.deadline?.at ?? Infinity)
      if (task.heading.isDone || task.isRecurring || at > endOfDay) return []
      return [{ title: task.heading.title, file: task.file, line: task.line, at: localDay(new Date(at)) }]
    })
    return {
      date,
      briefing_path: last?.briefing_path,
      ...(last === undefined ? {} : { night: last.figures }),
      needs: needs({
        review: (last?.review ?? []).filter(({ id }) => inFiles.has(id)),
        failed: (last?.failed ?? []).filter(({ id }) => stillFailed.has(id)),
        open,
      }),
      due,
      tonight: scanned.ready.length + scanned.after.length,
      findings,
    }
  },
})

/** What was brought in order at the end of a day, and what is left open. */
export type WrappedUp = {
  readonly index?: TakenIn | undefined
  /** Agents whose log of the day became knowledge. */
  readonly reflected: readonly { readonly agent: string; readonly entries: number }[]
  readonly loops: readonly { readonly what: string; readonly next: string }[]
  readonly dry_run?: true | undefined
  readonly findings: readonly Finding[]
}

export const wrapUp = operation({
  input: z.strictObject({ dry_run: dryRun }),
  output: z.looseObject({ loops: z.array(z.looseObject({ what: z.string(), next: z.string() })) }),
  run: async (work, { dry_run: isDry = false }): Promise<WrappedUp> => {
    const known = await knownTasks(work)
    const interrupted = await recoverRuns(work.paths, { dryRun: true, signal: work.signal })
    const runs = (await listRuns(work.paths)).filter(({ state }) => state === 'interrupted')
    const { tasks, waiting } = known.scanned
    const inState = (state: string) => tasks.filter(({ heading }) => heading.keyword?.text === state)
    const loops = [
      ...interrupted.map(({ message, hint = 'datacortex log' }) => ({ what: message, next: hint })),
      ...runs.map(({ id, topic }) => ({
        what: `research about “${topic}” was stopped`,
        next: `datacortex research resume ${id}`,
      })),
      ...inState('FAILED').map((task) => ({
        what: `“${task.heading.title}” failed: ${task.properties['NIGHTSHIFT_REASON'] ?? 'nobody says why'}`,
        next: `datacortex nightshift retry ${shownTask(task, known.scanned).id}`,
      })),
      ...inState('WORKING').map((task) => ({
        what: `“${task.heading.title}” is being worked on`,
        next: `datacortex nightshift show ${shownTask(task, known.scanned).id}`,
      })),
      ...waiting
        .filter(({ kind }) => kind === 'approval' || kind === 'review' || kind === 'circle')
        .map(({ task, kind, reason }) => ({
          what: `“${task.heading.title}”: ${reason}`,
          next: kind === 'approval' ? 'datacortex nightshift approve' : `${task.file}:${task.line}`,
        })),
    ]
    if (isDry) return { reflected: [], loops, dry_run: true, findings: [] }
    const minds = await reflect.run(nightWork(work), {}).then(
      ({ agents, findings }) => ({ agents, findings }),
      (error: unknown) => ({ agents: [], findings: asFinding('reflect')(error) }),
    )
    const index = await takeInNotes(work, {})
    const reflected = minds.agents
      .filter(({ entries }) => entries > 0)
      .map(({ agent, entries }) => ({ agent, entries }))
    return { index, reflected, loops, findings: [...minds.findings, ...(await syncBeside(work, pushNow))] }
  },
})
