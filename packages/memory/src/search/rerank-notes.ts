import type { Reranker } from '@datacortex/embeddings'
import { orReason } from './or-reason.ts'
import { type FoundNote, type RereadNotesOptions, mostReread } from './reread-notes.ts'
import type { SearchPortOptions } from './search-port.ts'

export type RerankNotesOptions = Pick<RereadNotesOptions, 'query' | 'textOf'> &
  Pick<SearchPortOptions, 'meaningUntil' | 'signal'> & { readonly reranker: Reranker }

/** Ranks the first {@link mostReread} notes by a cross-encoder. Scores stay with the places. */
export async function rerankNotes(
  found: readonly FoundNote[],
  { query, textOf, reranker, meaningUntil, signal }: RerankNotesOptions,
): Promise<{ readonly notes: readonly FoundNote[]; readonly problem?: string | undefined }> {
  const first = found.slice(0, mostReread)
  const texts = first.map(([note]) => textOf(note)?.text ?? '')
  const scores = await orReason(async (either) => await reranker.score(query, texts, { signal: either }), {
    until: meaningUntil,
    late: 'the cross-encoder took too long',
    signal,
  })
  if (typeof scores === 'string') return { notes: found, problem: scores }
  const notes = first
    .map(([note, own], place) => ({ note, own, reranked: scores[place] ?? 0 }))
    .toSorted((one, other) => other.reranked - one.reranked)
    .map(({ note, own, reranked }, place): FoundNote => {
      return [note, { ...own, score: first[place]?.[1].score ?? own.score, reranked }]
    })
  return { notes: [...notes, ...found.slice(mostReread)] }
}
