import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'

export const phases = ['discover', 'select', 'gather', 'process', 'synthesise', 'audio', 'store'] as const

export type Phase = (typeof phases)[number]

const RunState = z.enum(['running', 'interrupted', 'partial', 'done', 'failed'])

/** How far a run is. `interrupted`: no process works on it, and it is not over. */
export type RunState = z.infer<typeof RunState>

/** What a run was begun with; a run that is resumed keeps it. */
export type RunRecord = DeepReadonly<z.infer<typeof RunRecord>>

export const RunRecord = z.object({
  version: z.literal(1),
  id: z.string(),
  /** UTC, ISO 8601: the time that stands in all that the run writes. */
  createdAt: z.string(),
  topic: z.string(),
  config: z.record(z.string(), z.unknown()),
})

const at = z.string()
const ofStep = { at, phase: z.enum(phases), key: z.string() }

export type RunEvent = DeepReadonly<z.infer<typeof RunEvent>>

export const RunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), at, state: RunState, reason: z.string().optional() }),
  z.object({ type: z.literal('began'), ...ofStep, paid: z.boolean(), usd: z.number() }),
  /** A file, relative to the space, is about to be written: after a kill nobody else knows whose it is. */
  z.object({ type: z.literal('writes'), ...ofStep, path: z.string() }),
  /** A step is done again by the next attempt; what it cost stays spent. */
  z.object({ type: z.literal('again'), ...ofStep }),
  z.object({
    type: z.literal('done'),
    ...ofStep,
    /** SHA-256 of the stored output. */
    output: z.string().regex(/^[0-9a-f]{64}$/),
    usd: z.number(),
    calls: z.number(),
    ms: z.number(),
    /** The limit of the budget that a call before it would have passed, reported once in a run. */
    refused: z.enum(['usd', 'calls', 'minutes']).optional(),
    /** Milliseconds since this attempt at the run began, by a clock that never goes back. */
    elapsed: z.number(),
  }),
])
