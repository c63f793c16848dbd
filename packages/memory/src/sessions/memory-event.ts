import { z } from 'zod'
import { AddedMemory } from './session-memory.ts'
import { posix } from 'node:path'

/** One line of the journal. Lines are only ever added; what holds now is what they come to in order. */
export type MemoryEvent = { readonly event_id: string; readonly at: string } & (
  | { readonly event: 'added'; readonly memory: AddedMemory }
  | {
      /** The same thing was said again. */
      readonly event: 'merged'
      readonly id: string
      readonly source_execution?: string | undefined
      readonly insights: readonly string[]
      readonly tags: readonly string[]
      readonly outputs: readonly string[]
    }
  | {
      readonly event: 'superseded'
      readonly id: string
      readonly by: string
      /** World time from which the old one is false. */
      readonly invalid_at?: string | undefined
    }
  | { readonly event: 'confirmed'; readonly id: string }
  | {
      /** It should never have been remembered. */
      readonly event: 'retracted'
      readonly id: string
      readonly reason?: string | undefined
    }
  | { readonly event: 'similar'; readonly id: string; readonly to: string; readonly cosine: number }
)

const base = { event_id: z.string().min(1), at: z.string() }
const texts = z.array(z.string()).readonly()

export const MemoryEvent: z.ZodType<MemoryEvent> = z.discriminatedUnion('event', [
  z.object({ ...base, event: z.literal('added'), memory: AddedMemory }),
  z.object({
    ...base,
    event: z.literal('merged'),
    id: z.string(),
    source_execution: z.string().optional(),
    insights: texts,
    tags: texts,
    outputs: texts,
  }),
  z.object({
    ...base,
    event: z.literal('superseded'),
    id: z.string(),
    by: z.string(),
    invalid_at: z.string().optional(),
  }),
  z.object({ ...base, event: z.literal('confirmed'), id: z.string() }),
  z.object({ ...base, event: z.literal('retracted'), id: z.string(), reason: z.string().optional() }),
  z.object({ ...base, event: z.literal('similar'), id: z.string(), to: z.string(), cosine: z.number() }),
])

/** A path as all others are written, without `.`, inner `..` and extra slashes; what is no path stays. */
export function normalPlace(place: string): string {
  return place.includes('://') ? place : posix.normalize(place).replace(/(?<=.)\/$/, '')
}
