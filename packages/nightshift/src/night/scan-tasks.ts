import { codedError, CodedError } from '@datacortex/errors'
import { type OrgTask, readTasks } from '../tasks/org-task.ts'
import { type TaskPlan, planTasks } from '../tasks/plan-tasks.ts'
import type { NightPorts } from './night-ports.ts'

/** The tasks of a space, and what of them can be done now. */
export type ScannedTasks = TaskPlan & {
  readonly tasks: readonly OrgTask[]
  /** Files that could not be read, each with its reason. */
  readonly problems: readonly string[]
}

/**
 * Reads the tasks of all files, and plans them.
 * @example (await scanTasks(ports)).ready
 */
export async function scanTasks(
  ports: Pick<NightPorts, 'files' | 'readFile' | 'unapproved' | 'now' | 'machine'>,
): Promise<ScannedTasks> {
  const tasks: OrgTask[] = []
  const problems: string[] = []
  for (const file of await ports.files()) {
    const text = await ports.readFile(file).catch(codedError)
    if (CodedError.is(text)) problems.push(`${file}: ${text.message}`)
    else if (text !== undefined) tasks.push(...readTasks(text, file))
  }
  const reasons = new Map<OrgTask, string | undefined>()
  for (const task of tasks) if (!task.heading.isDone) reasons.set(task, await ports.unapproved(task))
  const plan = planTasks(tasks, { now: ports.now(), machine: ports.machine, unapproved: (task) => reasons.get(task) })
  return { ...plan, tasks, problems }
}
