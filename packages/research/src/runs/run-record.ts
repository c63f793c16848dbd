import type { BudgetLimit } from '@datacortex/sources'
import { z } from 'zod'

export const phases = ['discover', 'select', 'gather', 'process', 'synthesise', 'audio', 'store'] as const

export type Phase = (typeof phases)[number]

/** How far a run is. `interrupted`: no process works on it, and it is not over. */
export type RunState = 'running' | 'interrupted' | 'partial' | 'done' | 'failed'

/** What a run was begun with; a run that is resumed keeps it. */
export type RunRecord = {
  readonly version: 1
  readonly id: string
  /** UTC, ISO 8601: the time that stands in all that the run writes. */
  readonly createdAt: string
  readonly topic: string
  readonly config: Readonly<Record<string, unknown>>
}

export type RunEvent =
  | { readonly type: 'state'; readonly at: string; readonly state: RunState; readonly reason?: string | undefined }
  | (OfStep & { readonly type: 'began'; readonly paid: boolean; readonly usd: number })
  /** A file, relative to the space, is about to be written: after a kill nobody else knows whose it is. */
  | (OfStep & { readonly type: 'writes'; readonly path: string })
  /** A step is done again by the next attempt; what it cost stays spent. */
  | (OfStep & { readonly type: 'again' })
  | (OfStep & {
      readonly type: 'done'
      /** SHA-256 of the stored output. */
      readonly output: string
      readonly usd: number
      readonly calls: number
      readonly ms: number
      /** The limit of the budget that a call before it would have passed, reported once in a run. */
      readonly refused?: BudgetLimit | undefined
      /** Milliseconds since this attempt at the run began, by a clock that never goes back. */
      readonly elapsed: number
    })

type OfStep = { readonly at: string; readonly phase: Phase; readonly key: string }

export const RunRecordSchema: z.ZodType<RunRecord> = z.object({
  version: z.literal(1),
  id: z.string(),
  createdAt: z.string(),
  topic: z.string(),
  config: z.record(z.string(), z.unknown()),
})

const at = z.string()
const ofStep = { at, phase: z.enum(phases), key: z.string() }

export const RunEventSchema: z.ZodType<RunEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('state'),
    at,
    state: z.enum(['running', 'interrupted', 'partial', 'done', 'failed']),
    reason: z.string().optional(),
  }),
  z.object({ type: z.literal('began'), ...ofStep, paid: z.boolean(), usd: z.number() }),
  z.object({ type: z.literal('writes'), ...ofStep, path: z.string() }),
  z.object({ type: z.literal('again'), ...ofStep }),
  z.object({
    type: z.literal('done'),
    ...ofStep,
    output: z.string().regex(/^[0-9a-f]{64}$/),
    usd: z.number(),
    calls: z.number(),
    ms: z.number(),
    refused: z.enum(['usd', 'calls', 'minutes']).optional(),
    elapsed: z.number(),
  }),
])
