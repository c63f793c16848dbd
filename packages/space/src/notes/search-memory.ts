import type { MemoryAnswer } from '@datacortex/memory'
import type { SpaceMemory } from '../parts/memory.ts'
import type { Work } from '../work.ts'
import { type FoundNote, foundNotes } from './found-note.ts'
import { withoutCopies } from './without-copies.ts'
import type { Search } from './search-fields.ts'

/** What notes and memories answered. */
export type FoundInNotes = Omit<MemoryAnswer, 'hits'> & {
  readonly results: readonly FoundNote[]
  /** Sources that did not take part; none is asked for notes. */
  readonly skipped: readonly { readonly source: string; readonly reason: string }[]
}

export async function searchMemory(
  { signal, meaningUntil }: Pick<Work, 'signal'> & { readonly meaningUntil?: AbortSignal | undefined },
  { memory, asked }: { readonly memory: Pick<SpaceMemory, 'search' | 'index' | 'reranker'>; readonly asked: Search },
): Promise<FoundInNotes> {
  const { query, top = 5, expand = 0, type, tags, space, folder, min_score: minScore = 0 } = asked
  const { hits, ...answer } = await memory.search(query, {
    // Copies of a note take none of the places.
    limit: top + mostCopies,
    expand,
    filter: {
      types: type === undefined ? undefined : [type],
      tags,
      spaces: space === undefined ? undefined : [space],
      folder,
    },
    explain: expand > 0,
    // Anyone who asks what was learned also wants to see what it is about: DIP-0016 §8.3.
    thenOtherTypes: type === 'session-memory',
    reranker: memory.reranker,
    meaningUntil,
    signal,
  })
  const { copiedNote } = await import('@datacortex/notes')
  const { withinLimit } = await import('@datacortex/memory')
  const kept = withoutCopies(hits, copiedNote).filter(
    (hit) => hit.score >= minScore && (type === undefined || hit.type === type || hit.score >= related),
  )
  const wanted = withinLimit(kept, top)
  const graph = wanted.some(({ hop }) => hop > 0) ? await (await memory.index())?.graph() : undefined
  return { ...answer, results: graph === undefined ? wanted : foundNotes(wanted, graph), skipped: [] }
}

/** Scores of notes that are worth showing after session memories. */
const related = 0.4

/** More of them are found beside their note. */
const mostCopies = 5
