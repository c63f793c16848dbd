import type { TaskEdit } from '@datacortex/research'
import { type MeantTask, type TaskEnd, asEnded, changeTask } from '../tasks/change-task.ts'
import type { OrgTask } from '../tasks/org-task.ts'
import type { NightPorts } from './night-ports.ts'

/** Changes the heading of a task in its file; it stays as it is where the change is undefined. */
export async function changeHeading(
  task: MeantTask,
  change: (task: OrgTask) => TaskEdit | undefined,
  { edit }: Pick<NightPorts, 'edit'>,
): Promise<void> {
  await edit(task.file, (text) => changeTask(text, task, change).text)
}

/** Writes that a task ended by itself, and why. */
export async function endHeading(
  task: MeantTask,
  { state, reason }: Pick<TaskEnd, 'state' | 'reason'>,
  ports: Pick<NightPorts, 'edit' | 'now'>,
): Promise<void> {
  const at = new Date(ports.now()).toISOString()
  await changeHeading(task, (one) => asEnded(one, { state, at, reason, outputs: [] }), ports)
}
