import type { NoteIndex } from '../index/open-note-index.ts'
import { isMemoryRow } from '../memories/memory-rows.ts'
import type { SearchHit } from '../search/search-port.ts'

/** Those hits that the index lacks, such as a memory of a second ago. Throws `VECTOR_STORE_UNAVAILABLE`. */
export async function notIndexed(index: NoteIndex, hits: readonly SearchHit[]): Promise<readonly SearchHit[]> {
  if (hits.length === 0) return []
  const { notes } = await index.graph()
  const rows = await index.chunks.get(hits.filter((hit) => noteOf(hit) === undefined).map(({ id }) => id))
  return hits.filter((hit) => {
    const note = noteOf(hit)
    return note === undefined ? !rows.has(hit.id) : !notes.has(note)
  })
}

function noteOf({ path }: SearchHit): string | undefined {
  return path === undefined || isMemoryRow(path) ? undefined : path
}
