import type { Operations } from '../a2a/operations.ts'
import type { Artifact, StreamResponse, Task } from '../a2a/wire.ts'
import { isTerminal } from '../a2a/wire.ts'

/** How a task is followed. */
export type FollowOptions = {
  readonly operations: Pick<Operations, 'sendStreamingMessage' | 'subscribeToTask' | 'getTask'>
  /** Once aborted, the task is given back as it is then. */
  readonly signal: AbortSignal
  readonly onEvent: (event: StreamResponse) => void
}

/**
 * Sends a message and follows its task to the end.
 *
 * The task is put together from what is told of it: one that is over may have been forgotten when somebody asks for it.
 *
 * @param params - Of SendStreamingMessage.
 * @param options - Operations, signal, listener.
 */
export async function followTask(params: unknown, { operations, signal, onEvent }: FollowOptions): Promise<Task> {
  let task: Task | undefined
  let events = operations.sendStreamingMessage(params, signal)
  for (;;) {
    for await (const event of events) {
      task = after(task, event)
      onEvent(event)
    }
    if (task === undefined) throw new Error('A stream began without its task.')
    if (signal.aborted || isTerminal(task.status.state)) return task
    // Who falls far behind is let go, and begins again with the task as it is.
    task = operations.getTask({ id: task.id })
    if (isTerminal(task.status.state)) return task
    events = operations.subscribeToTask({ id: task.id }, signal)
  }
}

function after(task: Task | undefined, event: StreamResponse): Task | undefined {
  if ('task' in event) return event.task
  if (task === undefined) return undefined
  if ('statusUpdate' in event) {
    const { status, metadata } = event.statusUpdate
    return { ...task, status, ...(metadata === undefined ? {} : { metadata }) }
  }
  const { artifact, append } = event.artifactUpdate
  const [before] = task.artifacts ?? []
  return { ...task, artifacts: [append && before !== undefined ? joined(before, artifact) : artifact] }
}

/** Texts that follow each other are one text. */
function joined(before: Artifact, { parts: [piece, ...rest] }: Artifact): Artifact {
  const last = before.parts.at(-1)
  if (last?.text === undefined || piece?.text === undefined)
    return { ...before, parts: [...before.parts, ...(piece === undefined ? [] : [piece]), ...rest] }
  return { ...before, parts: [...before.parts.slice(0, -1), { ...last, text: last.text + piece.text }, ...rest] }
}
