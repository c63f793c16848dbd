import { attempt } from '@datacortex/errors'
import { schemaIssues } from '@datacortex/platform'
import { z } from 'zod'
import type { ClaimOptions, JobError, Json, ListOptions, SendOptions } from './contract.ts'
import { queueError } from './errors.ts'

const maxJsonBytes = 1_048_576
const maxListed = 10_000

const Name = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'has control characters')
const Time = z.int().min(0).max(8_640_000_000_000_000)
const Milliseconds = z.int().min(1).max(31_536_000_000)

const Sent = z.strictObject({
  kind: Name.max(100).regex(/^[\w.-]+$/, 'use letters, digits, "_", "-" and "."'),
  key: Name.optional(),
  priority: z.int().min(-1_000_000).max(1_000_000).default(0),
  startAfter: Time.default(0),
  deadlineMs: z.int().min(1).max(86_400_000).default(43_200_000),
  maxAttempts: z.int().min(1).max(1000).default(3),
  group: Name.optional(),
})

/** A job that was asked for, with all that its sender left out. */
export type SentJob = z.infer<typeof Sent>

export function checkSent(kind: string, options: SendOptions = {}): SentJob {
  return checked(Sent, { kind, ...options })
}

const Claim = z.strictObject({
  kinds: z.array(Sent.shape.kind).max(100),
  leaseMs: Milliseconds,
  limit: z.int().min(1).max(1000).default(1),
})

export function checkClaim(kinds: readonly string[], options: ClaimOptions): z.infer<typeof Claim> {
  return checked(Claim, { ...options, kinds: [...new Set(kinds)] })
}

const List = z.strictObject({
  ids: z.array(Name).max(maxListed).optional(),
  kinds: z.array(z.string()).max(100).optional(),
  states: z.array(z.enum(['ready', 'active', 'done', 'failed', 'dead', 'cancelled'])).optional(),
  group: z.string().optional(),
  limit: z.int().min(1).max(maxListed).default(100),
})

export function checkList(options: ListOptions = {}): z.infer<typeof List> {
  return checked(List, options)
}

/** The time at which a failed job is tried again. */
export function checkTime(time: number): number {
  return checked(Time, time)
}

export function checkName(name: string): string {
  return checked(Name, name)
}

// Made once: it costs more than what it looks at.
const AnyJson = z.json()

export function jsonText(value: Json, what: 'payload' | 'result'): string {
  const refuse = (reason: string): Error => queueError('QUEUE_PAYLOAD_INVALID', { what, reason })
  // What is nested too deep for the stack is none of the JSON that can be kept.
  const text = attempt(
    () => (AnyJson.safeParse(value).success ? JSON.stringify(value) : undefined),
    () => undefined,
  )
  if (text === undefined) throw refuse('it is not JSON, or nested too deep')
  // PostgreSQL keeps neither; what looks like them in the text may be a backslash and letters.
  if (/\\u(?:0000|d[89a-f])/.test(text) && holdsUnkept(value))
    throw refuse('a text in it holds the character U+0000 or half of one')
  const bytes = Buffer.byteLength(text)
  if (bytes > maxJsonBytes) throw refuse(`it has ${bytes} bytes, and ${maxJsonBytes} is the most`)
  return text
}

function holdsUnkept(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => holdsUnkept(name) || holdsUnkept(one))
}

/** What is kept of an error: as much as a person reads. */
export function keptError({ message, code }: JobError): JobError {
  const short = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 4000)
  return { message: short(message), ...(code === undefined ? {} : { code: short(code) }) }
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw queueError('QUEUE_OPTION_INVALID', { issues: schemaIssues(parsed.error) })
}
