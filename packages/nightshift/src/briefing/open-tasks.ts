import { redact } from '@datacortex/errors'
import type { TaskReport } from '../night/night-ports.ts'
import type { ScannedTasks } from '../night/scan-tasks.ts'
import type { OpenTask } from './render-briefing.ts'

/**
 * Every open task for agents with the reason why it is not done; none is left out.
 * @example openTasks(await scanTasks(ports), { reports })
 */
export function openTasks(
  { tasks, waiting, after }: Pick<ScannedTasks, 'tasks' | 'waiting' | 'after'>,
  {
    reports,
    stopped,
    research = [],
  }: {
    readonly reports: readonly TaskReport[]
    readonly stopped?: string | undefined
    /** Links and topics that the research of the night left. */
    readonly research?: readonly { readonly file: string; readonly heading: string; readonly reason: string }[]
  },
): readonly OpenTask[] {
  const reasons = new Map(waiting.map((one) => [one.task, one]))
  const byId = new Map(reports.map((report) => [report.id, report]))
  const later = new Set(after)
  const left = new Map(research.map((one) => [`${one.file}\n${one.heading}`, one.reason]))
  return tasks.flatMap((task): readonly OpenTask[] => {
    const { heading, file, line, id } = task
    if (heading.isDone) return []
    const wait = reasons.get(task)
    const failed = task.properties['RESEARCH_FAILED']
    const failure = failed === undefined ? undefined : `it could not be read: ${failed}`
    const reason =
      wait?.reason ??
      (id === undefined ? undefined : byId.get(id)?.reason) ??
      (task.isResearch ? (left.get(`${file}\n${heading.title}`) ?? failure) : undefined) ??
      stopped ??
      (later.has(task) ? 'what it depends on is not done yet' : 'the next night does it')
    return [{ file, line, title: redact(heading.title), id, kind: wait?.kind ?? 'left', reason }]
  })
}
