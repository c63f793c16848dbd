import { scanTasks } from '@datacortex/nightshift'
import type { Work } from '../work.ts'
import { nightWork } from './night-work.ts'
import { dateOfNight, nightSpace } from './night-space.ts'
import { agentFor } from './route-night-task.ts'

export type PlannedNight = {
  readonly dry_run: true
  readonly date: string
  readonly would: readonly {
    readonly task: string
    readonly file: string
    readonly line: number
    readonly agent: string | null
  }[]
  readonly left: readonly LeftTask[]
}

/** An open task that no night did yet, and why. */
export type LeftTask = {
  readonly task: string
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** The tasks that a night would do, each with its agent, and those that wait. Nobody is asked, and nothing is written. */
export async function planNight(work: Work): Promise<PlannedNight> {
  const date = dateOfNight(Date.now())
  const opened = await nightSpace(nightWork(work), { date })
  const { ready, after, waiting } = await scanTasks(opened.ports)
  const would: PlannedNight['would'][number][] = []
  for (const task of [...ready, ...after]) {
    const agent = task.isResearch
      ? 'research-orchestrator'
      : (task.properties['AGENT'] ?? (await agentFor(nightWork(work), task)) ?? null)
    would.push({ task: task.heading.title, file: task.file, line: task.line, agent })
  }
  const left = waiting.map(({ task, reason }) => ({
    task: task.heading.title,
    file: task.file,
    line: task.line,
    reason,
  }))
  return { dry_run: true, date, would, left }
}
