import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SendMessageRequest, Role } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { type TaskAnswer, answerText, isSettled, noAnswer, withEvent, withTask } from './task-answer.ts'

export type AskRemoteOptions = {
  readonly text: string
  readonly stream: boolean
  readonly signal: AbortSignal
  readonly onOutput?: ((chunk: string) => void) | undefined
  /** Called with the task as soon as it has an id, so that it can be cancelled. */
  readonly onTask: (taskId: string) => void
  /** Whether what was thrown last was a connection that broke. */
  readonly isCut: () => boolean
}

const pollMs = { first: 100, most: 1000 }

/** Sends one message and waits until the task is settled, by its events and, if those break off, by asking. */
export async function askRemote(client: Client, options: AskRemoteOptions): Promise<TaskAnswer> {
  const { signal, onOutput, onTask, isCut } = options
  let answer = noAnswer()
  let sent = ''
  try {
    // Without the ability to stream, the library sends the message plainly.
    for await (const event of options.stream ? streamed(client, options) : whole(client, options)) {
      const next = withEvent(answer, event)
      answer = next.answer
      if (answer.taskId !== undefined) onTask(answer.taskId)
      if (next.text !== '') onOutput?.(next.text)
      sent += next.text
      if (answer.state !== undefined && isSettled(answer)) break
    }
  } catch (error) {
    if (signal.aborted || answer.taskId === undefined || !isCut()) throw error
  }
  for (let waitMs = pollMs.first; !isSettled(answer) && answer.taskId !== undefined;) {
    await sleep(waitMs, undefined, { signal })
    waitMs = Math.min(2 * waitMs, pollMs.most)
    answer = withTask(answer, await client.getTask({ tenant: '', id: answer.taskId, historyLength: 0 }, { signal }))
  }
  const rest = restOf(answerText(answer), sent)
  if (rest !== '') onOutput?.(rest)
  return answer
}

/** What is not reported yet: all that was asked for, and questions, which come in no event of their own. */
function restOf(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length) : ''
}

type Events = AsyncGenerator<Parameters<typeof withEvent>[1], void, undefined>

function streamed(client: Client, options: AskRemoteOptions): Events {
  return client.sendMessageStream(request(options), { signal: options.signal })
}

async function* whole(client: Client, options: AskRemoteOptions): Events {
  const result = await client.sendMessage(request(options), { signal: options.signal })
  const isTask = 'status' in result
  yield isTask ? { payload: { $case: 'task', value: result } } : { payload: { $case: 'message', value: result } }
}

function request({ text }: AskRemoteOptions): SendMessageRequest {
  return {
    tenant: '',
    metadata: undefined,
    message: {
      messageId: randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: ['text/plain', 'text/markdown', 'application/json'],
      taskPushNotificationConfig: undefined,
      // Not streamed, the task would have its id only when it is over, and could not be cancelled before.
      returnImmediately: true,
    },
  }
}
