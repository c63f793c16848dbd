import { type Execution, readLog } from '@datacortex/execution'
import { kindsOf } from '@datacortex/nightshift'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { flag, name } from '../schema.ts'
import { scheduleName } from './due-night.ts'
import { type ShownTask, knownTasks, shownTask, taskNamed, withJobs } from './known-tasks.ts'
import { lastNight } from './last-night.ts'
import { openQueueIfThere } from './open-queue.ts'

const shown = z.looseObject({
  id: z.string(),
  title: z.string(),
  file: z.string(),
  line: z.number(),
  state: z.string(),
})

export const listTasks = operation({
  input: z.strictObject({ all: flag('Also those that ended.') }),
  output: z.looseObject({ tasks: z.array(shown) }),
  run: async (work, { all = false }) => {
    const known = await knownTasks(work)
    const { tasks, problems } = known.scanned
    const some = tasks.filter(({ heading }) => all || !heading.isDone)
    return { tasks: some.map((task) => shownTask(task, known.scanned)), problems }
  },
})

export type TaskShown = ShownTask & {
  readonly text: string
  readonly properties: Readonly<Record<string, string>>
  readonly executions: readonly Pick<
    Execution,
    'id' | 'agent_id' | 'timestamp' | 'status' | 'duration_ms' | 'cost_usd'
  >[]
  readonly job?: { readonly state: string; readonly attempt: number; readonly error?: string | undefined } | undefined
}

export const showTask = operation({
  input: z.strictObject({ task: name.describe('Its id, its FILE:LINE, or its title.') }),
  output: shown,
  run: async (work, { task: wanted }): Promise<TaskShown> => {
    const known = await knownTasks(work)
    const { scanned } = known
    const task = taskNamed(scanned.tasks, wanted)
    const { id } = task
    const { executions } = await readLog(work.paths, {
      shows: ({ task_id: of }) => id !== undefined && of?.endsWith(`::${id}`) === true,
      signal: work.signal,
    })
    const job = await withJobs(
      work,
      known,
      async (_, jobs) => await Promise.resolve(jobs.find(({ key }) => key === id)),
    )
    return {
      ...shownTask(task, scanned),
      text: task.text,
      properties: task.properties,
      executions: executions.map(({ id: of, agent_id, timestamp, status, duration_ms, cost_usd }) => ({
        id: of,
        agent_id,
        timestamp,
        status,
        duration_ms,
        cost_usd,
      })),
      ...(job === undefined ? {} : { job: { state: job.state, attempt: job.attempt, error: job.error?.message } }),
    }
  },
})

export const nightStatus = operation({
  input: z.strictObject({}),
  output: z.looseObject({ ready: z.number(), waiting: z.number(), approval: z.number() }),
  run: async (work) => {
    const known = await knownTasks(work)
    const { scanned, ports, settings } = known
    const last = await lastNight(work)
    await using queue = await openQueueIfThere(work, settings)
    const schedules = (await queue?.schedules()) ?? []
    const next = schedules.find(({ name: of }) => of === scheduleName(work.paths))?.nextAt
    const { beganAt = '', endedAt, stopped } = last?.record ?? {}
    const { figures, briefing_path: briefing } = last ?? {}
    return {
      ...(figures === undefined
        ? {}
        : { last: { ...figures, began_at: beganAt, ended_at: endedAt, stopped, briefing_path: briefing } }),
      /** When a night is due that is started by itself; nobody starts it without `nightshift install`. */
      ...(next === undefined ? {} : { next_at: new Date(next).toISOString() }),
      ready: scanned.ready.length + scanned.after.length,
      waiting: scanned.waiting.length,
      approval: scanned.waiting.filter(({ kind }) => kind === 'approval').length,
      jobs: (await queue?.stats({ kinds: kindsOf(ports) })) ?? {},
      budget: settings.nightshift.budget,
    }
  },
})
