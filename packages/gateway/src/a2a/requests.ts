import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'
import { PushParams, tenant } from '../tasks/push-config.ts'
import { taskStates } from './wire.ts'

const id = z.string().min(1).max(200).regex(/\S/, 'must not be blank')
const optionalId = z.string().max(200).nullish()
const free = z.record(z.string(), z.unknown()).nullish()
const historyLength = z.number().int().min(0).nullish()

/** A part as clients send it, not yet checked. */
export type SentPart = DeepReadonly<z.infer<typeof sentPart>>
const sentPart = z.object({
  text: z.string().nullish(),
  raw: z.base64().nullish(),
  url: z.string().nullish(),
  data: z.unknown().optional(),
  metadata: free,
  filename: z.string().max(1000).nullish(),
  mediaType: z.string().max(200).nullish(),
})
const Part = sentPart.refine(hasOneContent, 'must have exactly one of text, raw, url and data')

export type SentMessage = DeepReadonly<z.infer<typeof Message>>
const Message = z.object({
  messageId: id,
  contextId: optionalId,
  taskId: optionalId,
  role: z.literal('ROLE_USER'),
  parts: z.array(Part).min(1).max(1000),
  metadata: free,
  extensions: z.array(z.string()).max(100).nullish(),
  referenceTaskIds: z.array(z.string()).max(1000).nullish(),
})

function hasOneContent({ text, raw, url, data }: SentPart): boolean {
  return [text, raw, url, data].filter((content) => content !== undefined && content !== null).length === 1
}

export type SendParams = DeepReadonly<z.infer<typeof SendParams>>
export const SendParams = z.object({
  tenant,
  message: Message,
  configuration: z
    .object({
      acceptedOutputModes: z.array(z.string()).max(100).nullish(),
      taskPushNotificationConfig: PushParams.nullish(),
      historyLength,
      returnImmediately: z.boolean().nullish(),
    })
    .nullish(),
  metadata: free,
})

export type TaskParams = DeepReadonly<z.infer<typeof TaskParams>>
export const TaskParams = z.object({ tenant, id, historyLength })

export const PushIdParams = z.object({ tenant, taskId: id, id })
export const PushListParams = z.object({ tenant, taskId: id })

// In ProtoJSON the default of a field stands for nothing.
const orDefault = (empty: unknown, value: unknown): unknown => (value === empty ? undefined : value)

export type ListParams = DeepReadonly<z.infer<typeof ListParams>>
export const ListParams = z.object({
  tenant,
  contextId: optionalId,
  status: z.preprocess((value) => orDefault('TASK_STATE_UNSPECIFIED', value), z.enum(taskStates).nullish()),
  pageSize: z.preprocess((value) => orDefault(0, value), z.number().int().min(1).max(100).nullish()),
  pageToken: z.string().max(1000).nullish(),
  historyLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).nullish(),
  includeArtifacts: z.boolean().nullish(),
})
