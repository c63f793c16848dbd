import { randomUUID } from 'node:crypto'
import type { Embedder } from '@datacortex/embeddings'
import { normaliseNoteTag } from '@datacortex/notes'
import { codedError } from '@datacortex/errors'
import { type SpacePaths, relativeParts, schemaIssues } from '@datacortex/platform'
import type { Collection } from '@datacortex/vector-store'
import { memoryError } from '../errors.ts'
import { sourceHash } from './source-hash.ts'
import { type WrittenMemory, decideMemories } from './decide-memories.ts'
import { type MemoryEvent, normalPlace } from './memory-event.ts'
import { MemoryJournal } from './memory-journal.ts'
import { isMemoryRow } from './memory-rows.ts'
import { placeMemories } from './place-memories.ts'
import { MemoryRecord } from './session-memory.ts'

/** What remembering works with. */
export type RememberOptions = {
  /** The clock; the system's if absent. */
  readonly now?: (() => Date) | undefined
  /** With `collection`: the memory is found by search at once, also by meaning, and near-duplicates are marked. */
  readonly embedder?: Embedder | undefined
  /** The collection of notes. Without it the next update of the index takes the memory in. */
  readonly collection?: Collection | undefined
  /** Spares a long-lived process reading the whole journal each time. */
  readonly journal?: MemoryJournal | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became of one record. */
export type Remembered = {
  /** Of the new memory, or of the older one that says the same. */
  readonly id: string
  readonly merged: boolean
  /** Another memory that says nearly the same. */
  readonly similar_to?: string | undefined
  /** False if the memory is in the journal only, so far. */
  readonly indexed: boolean
  /** Why it isn't indexed, if it was tried. */
  readonly index_problem?: string | undefined
}

/**
 * Remembers a text: when this resolves, it is on the disk and survives any kill.
 *
 * The same words of the same agent are one memory: tags, insights and outputs are added to the first.
 * @throws `MEMORY_RECORD_INVALID` `MEMORY_RECALL_IS_NO_EVIDENCE` `MEMORY_UNKNOWN`
 * @throws `MEMORY_SUPERSEDE_REFUSED` `PLATFORM_FILE_UNWRITABLE` `PLATFORM_LOCK_TIMEOUT`
 * @throws `PLATFORM_PATH_REFUSED` if the path of the source leaves the space.
 * @example await remember(paths, { summary: 'SPVs allow fractional ownership.', tags: ['rwa'] })
 */
export async function remember(
  paths: SpacePaths,
  record: MemoryRecord,
  options: RememberOptions = {},
): Promise<Remembered> {
  const [remembered] = await rememberAll(paths, [record], options)
  if (remembered === undefined) throw new Error('One record gave no result.')
  return remembered
}

/** Remembers several texts with one write and one run of the model: all of them or, after an error, none. */
export async function rememberAll(paths: SpacePaths, records: readonly MemoryRecord[], options: RememberOptions = {}) {
  options.signal?.throwIfAborted()
  const checked: MemoryRecord[] = []
  for (const record of records) checked.push(await checkRecord(paths, record))
  const journal = options.journal ?? new MemoryJournal(paths)
  const at = (options.now?.() ?? new Date()).toISOString()
  const written = await journal.write((ledger) => decideMemories(ledger, { records: checked, at }), {
    signal: options.signal,
  })
  return await placed(written, { ...options, journal, at })
}

/**
 * Checks a record as {@link remember} does, and gives it back as it would be stored. Writes nothing.
 * @throws `MEMORY_RECORD_INVALID` `MEMORY_RECALL_IS_NO_EVIDENCE`
 * @throws `PLATFORM_PATH_REFUSED` if the path of the source leaves the space.
 * @example await checkRecord(paths, { summary: 'SPVs allow fractional ownership.' })
 */
export async function checkRecord(paths: SpacePaths, record: MemoryRecord): Promise<MemoryRecord> {
  const result = MemoryRecord.safeParse(record)
  if (!result.success) throw memoryError('MEMORY_RECORD_INVALID', { issues: schemaIssues(result.error) })
  const { origin, source, source_execution: execution } = result.data
  if (origin === 'recall')
    throw memoryError('MEMORY_RECALL_IS_NO_EVIDENCE', { source: source?.path ?? execution ?? 'recall' })
  const recalled = [source?.path, execution].find((name) => name !== undefined && isMemoryName(name))
  if (recalled !== undefined) throw memoryError('MEMORY_RECALL_IS_NO_EVIDENCE', { source: recalled })
  // As in notes, so that one filter finds both.
  const tags = result.data.tags?.flatMap(normaliseNoteTag)
  const checked = {
    ...result.data,
    tags: tags === undefined ? undefined : [...new Set(tags)],
    outputs: result.data.outputs?.map(normalPlace),
  }
  if (source === undefined) return checked
  const place = { ...source, path: relativeParts(source.path).join('/') }
  return { ...checked, source: { ...place, sha256: source.sha256 ?? (await sourceHash(paths, place)) } }
}

function isMemoryName(name: string): boolean {
  return isMemoryRow(name) || /^mem-\d{4}-\d\d-\d\d-/.test(name)
}

type PlacedOptions = RememberOptions & { readonly journal: MemoryJournal; readonly at: string }

/** The text is safe by now: what fails from here on is reported, not thrown. */
async function placed(written: readonly WrittenMemory[], options: PlacedOptions): Promise<readonly Remembered[]> {
  const { collection, embedder, journal, at, signal } = options
  const plain = written.map(({ memory, merged }) => ({ id: memory.id, merged, similar_to: memory.similar_to }))
  if (collection === undefined) return plain.map((one) => ({ ...one, indexed: false }))
  try {
    const memories = [...new Map(written.map(({ memory }) => [memory.id, memory])).values()]
    const gone = written.map(({ replaced }) => replaced).filter((id) => id !== undefined)
    const similar = await placeMemories(memories, { collection, embedder, gone, signal })
    const events = [...similar].map(([id, { to, cosine }]): MemoryEvent => {
      return { event: 'similar', event_id: randomUUID(), at, id, to, cosine }
    })
    if (events.length > 0) await journal.write(() => ({ events, result: undefined }), { signal })
    return plain.map((one) => ({ ...one, similar_to: similar.get(one.id)?.to ?? one.similar_to, indexed: true }))
  } catch (error) {
    return plain.map((one) => ({ ...one, indexed: false, index_problem: codedError(error).message }))
  }
}
