import { isDeepStrictEqual } from 'node:util'
import { type Collection, type Row, type StoredRow, isUnspaced } from '@datacortex/vector-store'
import type { SpacePaths } from '@datacortex/platform'
import { type Finding, errorFinding } from '@datacortex/errors'
import { isMemoryRow, memoryRowId, memoryRows } from './memory-rows.ts'
import { MemoryJournal } from './memory-journal.ts'

export type IndexedMemories = {
  /** Rows that were written; those with new text still lack their vector. */
  readonly written: number
  readonly removed: number
  readonly unchanged: number
  readonly findings: readonly Finding[]
}

/**
 * Brings the rows of session memories in step with the journal, without vectors for new texts: words find them at
 * once, and anyone who embeds pending rows does the rest.
 * @throws `PLATFORM_FILE_UNREADABLE` if the journal can't be read; no row is deleted then.
 * @example await indexMemories(paths, { collection: index.chunks })
 */
export async function indexMemories(
  paths: SpacePaths,
  options: {
    readonly collection: Collection
    readonly signal?: AbortSignal | undefined
  },
): Promise<IndexedMemories> {
  const { collection, signal } = options
  const { ledger, findings } = await new MemoryJournal(paths).read()
  const wanted = memoryRows(ledger.memories)
  const stored = await storedMemories(collection)
  const changed = wanted.filter((row) => !sameRow(stored.get(row.id), row))
  const ids = new Set(wanted.map((row) => row.id))
  const stale = [...stored.keys()].filter((id) => !ids.has(id))
  const vectors = await collection.vectorsOf(changed.map((row) => row.hash))
  await collection.upsert(
    changed.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
    { signal },
  )
  const superseded = new Set(ledger.memories.map(({ id }) => memoryRowId(id)))
  const lost = stale.filter((id) => !superseded.has(id))
  // Only superseding takes rows away. Many without any trace in the journal mean that the journal was lost.
  const shrunk = lost.length > 20 && lost.length > stored.size / 5
  const removed = await collection.delete(shrunk ? stale.filter((id) => superseded.has(id)) : stale, { signal })
  return {
    written: changed.length,
    removed,
    unchanged: wanted.length - changed.length,
    findings: shrunk ? [...findings, journalShrank(lost.length)] : findings,
  }
}

async function storedMemories(collection: Collection): Promise<ReadonlyMap<string, StoredRow>> {
  const [embedded, pending] = await Promise.all([collection.hashes(), collection.pending()])
  const ids = [...embedded.keys(), ...pending.keys()].filter(isMemoryRow)
  return await collection.get(ids)
}

function sameRow(stored: StoredRow | undefined, row: Row): boolean {
  if (stored?.hash !== row.hash) return false
  return Object.entries(row.fields).every(([name, value]) => sameValue(stored.fields[name], value))
}

/** Tags are a set to the store. */
function sameValue(stored: unknown, value: unknown): boolean {
  if (Array.isArray(stored) && Array.isArray(value)) return isDeepStrictEqual(new Set(stored), new Set(value))
  if (Array.isArray(value) && value.length === 0) return stored === undefined
  return stored === value
}

function journalShrank(count: number): Finding {
  return errorFinding('MEMORY_JOURNAL_SHRANK', 'session-memories.jsonl', {
    message: `${count} indexed session memories are not in the journal any more; they stay in the index.`,
    hint: 'Bring the journal back from a copy. To let them go, delete the cache and index again.',
  })
}

/** Writes rows of memories in scripts without spaces again: earlier versions did not index their words. */
export async function rewriteMemories(chunks: Collection, { signal }: { signal?: AbortSignal | undefined } = {}) {
  const [embedded, pending] = await Promise.all([chunks.hashes(), chunks.pending()])
  const stored = await chunks.get([...embedded.keys(), ...pending.keys()].filter(isMemoryRow))
  const rows = [...stored.values()].filter(({ text }) => isUnspaced(text))
  const vectors = await chunks.vectorsOf(rows.map(({ hash }) => hash))
  await chunks.upsert(
    rows.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
    { signal },
  )
}
