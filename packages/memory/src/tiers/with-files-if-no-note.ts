import type { NoteIndex } from '../index/open-note-index.ts'
import type { SearchPort } from '../search/search-port.ts'

/** The index as a port, with the files as long as it has no note: before `index` it may hold memories only. */
export async function withFilesIfNoNote(
  { warm, index }: { readonly warm?: SearchPort | undefined; readonly index?: NoteIndex | undefined },
  cold: SearchPort,
): Promise<{ readonly warm: SearchPort | undefined; readonly asksFiles: boolean }> {
  const hasNoNote = (await index?.graph())?.notes.size === 0
  return warm !== undefined && hasNoNote ? { warm: bothPorts(warm, cold), asksFiles: true } : { warm, asksFiles: false }
}

/** Hits of two ports as one, best first; where both have the same, that of the first counts. */
function bothPorts(first: SearchPort, second: SearchPort): SearchPort {
  return async (query, options) => {
    const hits = new Map(
      [...(await second(query, options)), ...(await first(query, options))].map((hit) => [hit.id, hit]),
    )
    return [...hits.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, options.limit)
  }
}
