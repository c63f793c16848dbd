import { z } from 'zod'

/** Where a memory comes from: a file of the space, optionally some of its lines. */
export type MemorySource = {
  /** Relative to the space, with `/` between the parts. */
  readonly path: string
  /** First line, from 1. */
  readonly start?: number | undefined
  /** Last line, inclusive. */
  readonly end?: number | undefined
  /** Of the file, or of those lines, when the memory was made: 64 hexadecimal digits. */
  readonly sha256?: string | undefined
}

/** Whether anybody has checked a memory, and whether it still holds. */
export type MemoryStatus = 'candidate' | 'confirmed' | 'superseded' | 'retracted'

/** What is to be remembered: the record of DIP-0016 §8.1 without what the journal adds. */
export type MemoryRecord = {
  readonly summary: string
  /** `session-memory` if absent. */
  readonly type?: string | undefined
  readonly agent_id?: string | undefined
  readonly source_execution?: string | undefined
  readonly insights?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  /** Paths that the execution wrote. */
  readonly outputs?: readonly string[] | undefined
  /** What the text was taken from. `recall` (another memory's words) is refused: it would confirm itself. */
  readonly origin?: 'execution' | 'person' | 'document' | 'recall' | undefined
  readonly source?: MemorySource | undefined
  /** Id of the memory that this one replaces. */
  readonly supersedes?: string | undefined
  readonly status?: 'candidate' | 'confirmed' | undefined
  /** Since when it holds in the world, ISO date or time. */
  readonly valid_at?: string | undefined
  /** Space it belongs to, such as `1-acme`; the whole root if absent. */
  readonly space?: string | undefined
}

/** A memory as the journal tells it: DIP-0016 §8.1 with provenance and validity in two times. */
export type SessionMemory = {
  readonly id: string
  readonly type: string
  readonly agent_id?: string | undefined
  /** The first execution that said it. */
  readonly source_execution?: string | undefined
  /** All executions that said it, in order. */
  readonly executions: readonly string[]
  /** When it was first remembered, UTC. */
  readonly timestamp: string
  readonly summary: string
  readonly insights: readonly string[]
  readonly tags: readonly string[]
  readonly outputs: readonly string[]
  readonly origin: 'execution' | 'person' | 'document'
  readonly source?: MemorySource | undefined
  readonly status: MemoryStatus
  readonly supersedes?: string | undefined
  readonly superseded_by?: string | undefined
  /** World time. */
  readonly valid_at?: string | undefined
  readonly invalid_at?: string | undefined
  /** Why it was retracted, if somebody said so. */
  readonly retraction?: string | undefined
  /** System time of being superseded or retracted, UTC. */
  readonly expired_at?: string | undefined
  /** Another memory that says nearly the same, by vector. */
  readonly similar_to?: string | undefined
  readonly space?: string | undefined
}

/**
 * Whether a memory holds: none replaced it, and nobody took it back.
 * @example memories.filter(stillHolds)
 */
export function stillHolds({ status }: Pick<SessionMemory, 'status'>): boolean {
  return status !== 'superseded' && status !== 'retracted'
}

const text = z.string().min(1).max(2_000)
const texts = z.array(text).max(1_000).readonly()
const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

const source: z.ZodType<MemorySource> = z
  .object({
    path: text,
    start: z.number().int().positive().optional(),
    end: z.number().int().positive().optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits')
      .optional(),
  })
  .refine(
    ({ start, end }) => start === undefined || end === undefined || start <= end,
    'the span ends before it starts',
  )

export const MemoryRecord: z.ZodType<MemoryRecord> = z.strictObject({
  summary: z
    .string()
    .max(200_000, 'longer than 200,000 characters')
    .refine((summary) => summary.trim() !== '', 'it is empty'),
  type: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, 'expected lower-case words joined by dashes')
    .optional(),
  agent_id: text.optional(),
  source_execution: text.optional(),
  insights: texts.optional(),
  tags: texts.optional(),
  outputs: texts.optional(),
  origin: z.enum(['execution', 'person', 'document', 'recall']).optional(),
  source: source.optional(),
  supersedes: text.optional(),
  status: z.enum(['candidate', 'confirmed']).optional(),
  valid_at: isoTime.optional(),
  space: text.optional(),
})

/** The part of a memory that its first journal line holds. */
export type AddedMemory = Omit<
  SessionMemory,
  'executions' | 'superseded_by' | 'invalid_at' | 'retraction' | 'expired_at' | 'similar_to'
>

const words = z.array(z.string()).readonly()
const optional = z.string().optional()

// Not strict: a later version may add fields, and this one must still read the rest. Only shapes are checked: what is
// in the journal was checked when it was written, and there may be very many lines.
export const AddedMemory: z.ZodType<AddedMemory> = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  summary: z.string(),
  agent_id: optional,
  source_execution: optional,
  insights: words,
  tags: words,
  outputs: words,
  origin: z.enum(['execution', 'person', 'document']),
  source: z
    .object({ path: z.string(), start: z.number().optional(), end: z.number().optional(), sha256: optional })
    .optional(),
  status: z.enum(['candidate', 'confirmed', 'superseded', 'retracted']),
  supersedes: optional,
  valid_at: optional,
  space: optional,
})
