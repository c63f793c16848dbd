import { z } from 'zod'
import type { Metadata, TaskState } from './wire.ts'
import { taskStates } from './wire.ts'

/** A part as clients send it, not yet checked. */
export type SentPart = {
  readonly text?: string | null | undefined
  readonly raw?: string | null | undefined
  readonly url?: string | null | undefined
  readonly data?: unknown
  readonly metadata?: Metadata | null | undefined
  readonly filename?: string | null | undefined
  readonly mediaType?: string | null | undefined
}

/** The message of a client. */
export type SentMessage = {
  readonly messageId: string
  readonly contextId?: string | null | undefined
  readonly taskId?: string | null | undefined
  readonly role: 'ROLE_USER'
  readonly parts: readonly SentPart[]
  readonly metadata?: Metadata | null | undefined
  readonly extensions?: readonly string[] | null | undefined
  readonly referenceTaskIds?: readonly string[] | null | undefined
}

/** Parameters of SendMessage and SendStreamingMessage. */
export type SendParams = {
  readonly tenant?: string | null | undefined
  readonly message: SentMessage
  readonly configuration?:
    | {
        readonly acceptedOutputModes?: readonly string[] | null | undefined
        readonly taskPushNotificationConfig?: unknown
        readonly historyLength?: number | null | undefined
        readonly returnImmediately?: boolean | null | undefined
      }
    | null
    | undefined
  readonly metadata?: Metadata | null | undefined
}

/** Parameters of GetTask, CancelTask and SubscribeToTask. */
export type TaskParams = {
  readonly tenant?: string | null | undefined
  readonly id: string
  readonly historyLength?: number | null | undefined
}

/** Parameters of ListTasks. */
export type ListParams = {
  readonly tenant?: string | null | undefined
  readonly contextId?: string | null | undefined
  readonly status?: TaskState | null | undefined
  readonly pageSize?: number | null | undefined
  readonly pageToken?: string | null | undefined
  readonly historyLength?: number | null | undefined
  readonly statusTimestampAfter?: string | null | undefined
  readonly includeArtifacts?: boolean | null | undefined
}

const id = z.string().min(1).max(200).regex(/\S/, 'must not be blank')
const optionalId = z.string().max(200).nullish()
const free = z.record(z.string(), z.unknown()).nullish()
// An empty tenant is one that is not set; there are no others here.
const tenant = z.literal('', 'there is no such tenant').nullish()
const historyLength = z.number().int().min(0).nullish()

const Part = z
  .object({
    text: z.string().nullish(),
    raw: z.base64().nullish(),
    url: z.string().nullish(),
    data: z.unknown().optional(),
    metadata: free,
    filename: z.string().max(1000).nullish(),
    mediaType: z.string().max(200).nullish(),
  })
  .refine((part) => partKinds(part).length === 1, 'must have exactly one of text, raw, url and data')

const Message: z.ZodType<SentMessage> = z.object({
  messageId: id,
  contextId: optionalId,
  taskId: optionalId,
  role: z.literal('ROLE_USER'),
  parts: z.array(Part).min(1).max(1000),
  metadata: free,
  extensions: z.array(z.string()).max(100).nullish(),
  referenceTaskIds: z.array(z.string()).max(1000).nullish(),
})

/** Which of the four contents a part has. */
function partKinds(part: SentPart): readonly ('text' | 'raw' | 'url' | 'data')[] {
  const { text, raw, url, data } = part
  const has = { text, raw, url, data }
  return (['text', 'raw', 'url', 'data'] as const).filter((kind) => has[kind] !== undefined && has[kind] !== null)
}

/** Schema of {@link SendParams}. */
export const SendParams: z.ZodType<SendParams> = z.object({
  tenant,
  message: Message,
  configuration: z
    .object({
      acceptedOutputModes: z.array(z.string()).max(100).nullish(),
      taskPushNotificationConfig: z.unknown().optional(),
      historyLength,
      returnImmediately: z.boolean().nullish(),
    })
    .nullish(),
  metadata: free,
})

/** Schema of {@link TaskParams}. */
export const TaskParams: z.ZodType<TaskParams> = z.object({ tenant, id, historyLength })

// In ProtoJSON the default of a field stands for nothing.
const orDefault = (empty: unknown, value: unknown): unknown => (value === empty ? undefined : value)

/** Schema of {@link ListParams}. */
export const ListParams: z.ZodType<ListParams> = z.object({
  tenant,
  contextId: optionalId,
  status: z.preprocess((value) => orDefault('TASK_STATE_UNSPECIFIED', value), z.enum(taskStates).nullish()),
  pageSize: z.preprocess((value) => orDefault(0, value), z.number().int().min(1).max(100).nullish()),
  pageToken: z.string().max(1000).nullish(),
  historyLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).nullish(),
  includeArtifacts: z.boolean().nullish(),
})
