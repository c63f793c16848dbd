import { type Collection, isUnspaced } from '@datacortex/vector-store'
import { isMemoryRow } from '../sessions/memory-rows.ts'

/** Writes rows of memories in scripts without spaces again: earlier versions did not index their words. */
export async function rewriteMemories(
  chunks: Collection,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const [embedded, pending] = await Promise.all([chunks.hashes(), chunks.pending()])
  const stored = await chunks.get([...embedded.keys(), ...pending.keys()].filter(isMemoryRow))
  const rows = [...stored.values()].filter(({ text }) => isUnspaced(text))
  const vectors = await chunks.vectorsOf(rows.map(({ hash }) => hash))
  await chunks.upsert(
    rows.map((row) => ({ ...row, vector: vectors.get(row.hash) })),
    { signal },
  )
}
