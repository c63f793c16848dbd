import { type Artifact, type Message, type Part, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'

export type TaskAnswer = {
  readonly taskId?: string | undefined
  /** Undefined if it answered with a message and made no task. */
  readonly state?: TaskState | undefined
  /** Text of artifacts by their id, in the order in which they came. Is added to: a stream may bring very many. */
  readonly artifacts: Map<string, string>
  /** What it says about the state, or its whole answer if there is no task. */
  readonly message: string
  /** Whether it says itself that the answer is not whole, as the server of this program does. */
  readonly isPartial?: boolean | undefined
  /** Parts that are no text, by name. Is added to as well. */
  readonly leftOut: Set<string>
}

export function noAnswer(): TaskAnswer {
  return { artifacts: new Map(), message: '', leftOut: new Set() }
}

/** Whether a task has come to its end, or waits for somebody. */
export function isSettled({ state, taskId }: TaskAnswer): boolean {
  return state === undefined ? taskId === undefined : !unfinished.has(state)
}

/** Adds what came. @returns The new answer, and the text that is new in it. */
export function withEvent(answer: TaskAnswer, { payload }: StreamResponse) {
  switch (payload?.$case) {
    case 'task':
      return { answer: withTask(answer, payload.value), text: '' }
    case 'message':
      return { answer: withMessage(answer, payload.value), text: '' }
    case 'statusUpdate': {
      const { status, taskId, metadata } = payload.value
      const stated = { ...answer, taskId, state: status?.state ?? answer.state, ...partialIn(metadata) }
      return { answer: status?.message === undefined ? stated : withMessage(stated, status.message), text: '' }
    }
    case 'artifactUpdate': {
      const { artifact, append, taskId } = payload.value
      if (artifact === undefined) return { answer, text: '' }
      return withArtifact({ ...answer, taskId }, { artifact, append })
    }
    default:
      return { answer, text: '' }
  }
}

/** A task as the server tells it as a whole: it replaces what was known. */
export function withTask(answer: TaskAnswer, task: Task): TaskAnswer {
  const { id, status, artifacts, metadata } = task
  const state = status?.state ?? TaskState.TASK_STATE_UNSPECIFIED
  const stated = { ...answer, taskId: id, state, ...partialIn(metadata) }
  const start = status?.message === undefined ? stated : withMessage(stated, status.message)
  return artifacts.reduce((known, artifact) => withArtifact(known, { artifact, append: false }).answer, start)
}

/** How a task ended without doing what it was asked. */
export const endings: ReadonlyMap<TaskState | undefined, 'failed' | 'rejected' | 'cancelled'> = new Map([
  [TaskState.TASK_STATE_FAILED, 'failed'],
  [TaskState.TASK_STATE_REJECTED, 'rejected'],
  [TaskState.TASK_STATE_CANCELED, 'cancelled'],
])

/** What a task waits for. By the mark those who asked for the run know a question, from any runner. */
export const questions: ReadonlyMap<TaskState | undefined, { readonly asks: string; readonly mark: string }> = new Map([
  [TaskState.TASK_STATE_INPUT_REQUIRED, { asks: 'The remote agent asks something back.', mark: 'INPUT_REQUIRED:' }],
  [
    TaskState.TASK_STATE_AUTH_REQUIRED,
    { asks: 'The remote agent wants to be authorised first.', mark: 'AUTH_REQUIRED:' },
  ],
])

/** The answer as text: the artifacts, or what was said if there are none. */
export function answerText({ artifacts, message, state }: TaskAnswer): string {
  const texts = [...artifacts.values()].filter((text) => text !== '')
  const isSaid = questions.has(state) || (texts.length === 0 && !endings.has(state))
  const { mark = '' } = questions.get(state) ?? {}
  return (
    isSaid && message !== '' ? [...texts, message.startsWith(mark) ? message : `${mark} ${message}`] : texts
  ).join('\n\n')
}

const unfinished: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_UNSPECIFIED,
  TaskState.TASK_STATE_SUBMITTED,
  TaskState.TASK_STATE_WORKING,
  TaskState.UNRECOGNIZED,
])

/** A task has no state between completed and failed. */
function partialIn(metadata: Readonly<Record<string, unknown>> | undefined): Pick<TaskAnswer, 'isPartial'> {
  return metadata?.['status'] === 'partial' ? { isPartial: true } : {}
}

function withMessage(answer: TaskAnswer, { parts }: Message): TaskAnswer {
  nameFiles(answer, parts)
  return { ...answer, message: textOf(parts) }
}

function withArtifact(answer: TaskAnswer, { artifact, append }: { artifact: Artifact; append: boolean }) {
  const { artifactId, parts } = artifact
  const before = append ? (answer.artifacts.get(artifactId) ?? '') : ''
  const text = textOf(parts, before)
  answer.artifacts.set(artifactId, before + text)
  nameFiles(answer, parts)
  return { answer, text }
}

function textOf(parts: readonly Part[], before = ''): string {
  const said = before + parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
  return parts
    .map(({ content }) => {
      if (content?.$case === 'text') return content.value
      const data = content?.$case === 'data' ? JSON.stringify(content.value, undefined, 2) : ''
      // An answer that is JSON comes as words, too; what is far longer says more.
      const isSaid = said.length < 2 * data.length + 100 && dense(said) === dense(data)
      return data === '' || isSaid ? '' : `\n\`\`\`json\n${data}\n\`\`\`\n`
    })
    .join('')
}

/** JSON without its blanks, and the fence around it. */
function dense(text: string): string {
  return text
    .trim()
    .replace(/^```(?:json)?\n|\n```$/g, '')
    .replace(/\s+/g, '')
}

/** Addresses that a remote agent names are shown, never fetched. */
function nameFiles({ leftOut }: TaskAnswer, parts: readonly Part[]): void {
  for (const { filename, mediaType, content } of parts) {
    if (content?.$case !== 'raw' && content?.$case !== 'url') continue
    const name = content.$case === 'url' ? content.value : filename
    leftOut.add([name, mediaType].filter((word) => word !== '').join(', ') || 'a file without a name')
  }
}
