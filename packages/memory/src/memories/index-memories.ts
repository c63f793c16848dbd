import { isDeepStrictEqual } from 'node:util'
import { type Collection, type Row, type StoredRow, isUnspaced } from '@datacortex/vector-store'
import { isMemoryRow, memoryRow } from './memory-rows.ts'
import type { MemoryText } from './memory-text.ts'

/**
 * Brings the rows of memories in step with what holds, without vectors for new texts: words find them at once, and anyone
 * who embeds pending rows does the rest.
 * @returns How many rows were written and removed, and are as they were.
 * @example await indexMemories(index.chunks, memories)
 */
export async function indexMemories(
  collection: Collection,
  memories: readonly MemoryText[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly written: number; readonly removed: number; readonly unchanged: number }> {
  const wanted = memories.map((memory) => memoryRow(memory))
  const stored = await storedMemories(collection)
  const changed = wanted.filter((row) => !sameRow(stored.get(row.id), row))
  const ids = new Set(wanted.map((row) => row.id))
  const stale = [...stored.keys()].filter((id) => !ids.has(id))
  const vectors = await collection.vectorsOf(changed.map((row) => row.hash))
  await collection.upsert(
    changed.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
    { signal },
  )
  const removed = await collection.delete(stale, { signal })
  return { written: changed.length, removed, unchanged: wanted.length - changed.length }
}

async function storedMemories(collection: Collection): Promise<ReadonlyMap<string, StoredRow>> {
  return await collection.get((await collection.ids()).filter(isMemoryRow))
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

/** Writes rows of memories in scripts without spaces again: earlier versions did not index their words. */
export async function rewriteMemories(chunks: Collection, { signal }: { signal?: AbortSignal | undefined } = {}) {
  const stored = await storedMemories(chunks)
  const rows = [...stored.values()].filter(({ text }) => isUnspaced(text))
  const vectors = await chunks.vectorsOf(rows.map(({ hash }) => hash))
  await chunks.upsert(
    rows.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
    { signal },
  )
}
