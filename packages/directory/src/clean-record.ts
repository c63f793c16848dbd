import { sanitiseText } from '@datacortex/content'
import { type CodedError, redact } from '@datacortex/errors'
import { isRecord, schemaIssues } from '@datacortex/platform'
import type { PublishedAgent } from '@datacortex/plugin'
import { z } from 'zod'
import { directoryError } from './errors.ts'
import { steeringText } from './steering-text.ts'

/** A longer prompt is refused: what is cut off might be what bounds it. */
const longestPrompt = 100_000

const text = (longest: number) =>
  z.string().transform((value) => sanitiseText(value.slice(0, longest * 2)).text.slice(0, longest))
const line = (longest: number) => text(longest).transform((value) => value.replaceAll(/\s+/g, ' ').trim())
/** Others may send anything: items that do not fit are left out, and a list has an end. */
const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((items) => items?.slice(0, most).flatMap((one) => item.safeParse(one).data ?? []))
const maybe = <Value extends z.ZodType>(value: Value) => value.nullish().catch(undefined)
/** Records are kept, and go into files that are shared: a key in an address does not. */
const address = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[\u0021-\u007e]+$/, 'has characters that no address has')
  .transform(redact)
const filled = (longest: number) => line(longest).refine((value) => value !== '', 'is empty')

const Proof = z.object({
  kind: z.enum(['signature', 'owner', 'domain', 'chain']),
  holds: z.boolean(),
  checked: line(500),
})
const Rating = z.object({
  by: line(200),
  value: z.number(),
  scale: z.tuple([z.number(), z.number()]).refine(([least, most]) => least < most),
  tags: list(line(100), 10),
  at: maybe(line(40)),
})

const Record = z.object({
  id: address,
  name: filled(200),
  description: line(4000),
  url: maybe(address),
  author: maybe(filled(200)),
  version: maybe(filled(100)),
  publishedAt: maybe(z.iso.datetime()),
  skills: list(filled(500), 100),
  tags: list(filled(100), 50),
  tools: list(filled(200), 100),
  instructions: maybe(z.string()).refine(
    (value) => (value?.length ?? 0) <= longestPrompt,
    `its prompt is longer than ${longestPrompt} characters`,
  ),
  links: list(address, 50),
  hints: list(address, 20),
  proofs: list(Proof, 20),
  ratings: list(Rating, 1000),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A record as it is kept: capped, and without what can't be seen; or why it is not taken, by its id. */
export function cleanRecord(
  value: unknown,
  id: string = recordId(value),
): { readonly record: PublishedAgent } | { readonly refused: CodedError; readonly id: string } {
  const { data, error } = Record.safeParse(value)
  if (data === undefined) {
    const reason = schemaIssues(error).slice(0, 3).join('; ')
    return { refused: directoryError('DIRECTORY_RECORD_REFUSED', { id, reason }), id }
  }
  const { name, description, skills, tags } = data
  const instructions = data.instructions == null ? undefined : sanitiseText(data.instructions).text
  const said = [name, description, ...(skills ?? []), ...(tags ?? []), instructions ?? '']
  const text = said.map(steeringText).find((found) => found !== undefined)
  if (text !== undefined) return { refused: directoryError('DIRECTORY_RECORD_STEERS', { id, text }), id }
  const kept = Object.entries({ ...data, instructions }).filter(([, value]) => value !== null && value !== undefined)
  return { record: Object.fromEntries(kept) as PublishedAgent }
}

/** What a record calls itself, where it can be known. */
function recordId(value: unknown): string {
  const id = isRecord(value) ? value['id'] : undefined
  return typeof id === 'string' ? sanitiseText(id.slice(0, 200)).text : 'a record without id'
}
