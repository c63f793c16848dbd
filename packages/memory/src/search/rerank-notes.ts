import type { Reranker } from '@datacortex/embeddings'
import { CodedError } from '@datacortex/errors'
import { type FoundNote, type RereadNotesOptions, mostReread } from './reread-notes.ts'
import type { SearchPortOptions } from './search-port.ts'

export type RerankNotesOptions = Pick<RereadNotesOptions, 'query' | 'textOf'> &
  Pick<SearchPortOptions, 'meaningUntil' | 'signal'> & { readonly reranker: Reranker }

/** Notes, and why they stand as they did if the cross-encoder did not answer. */
export type RerankedNotes = { readonly notes: readonly FoundNote[]; readonly problem?: string | undefined }

/** Ranks the first {@link mostReread} notes by a cross-encoder. Scores stay with the places. */
export async function rerankNotes(
  found: readonly FoundNote[],
  { query, textOf, reranker, meaningUntil, signal }: RerankNotesOptions,
): Promise<RerankedNotes> {
  const first = found.slice(0, mostReread)
  const either = AbortSignal.any([meaningUntil, signal].filter((one) => one !== undefined))
  try {
    const scores = await reranker.score(
      query,
      first.map(([note]) => textOf(note)?.text ?? ''),
      { signal: either },
    )
    const notes = first
      .map(([note, own], place) => ({ note, own, reranked: scores[place] ?? 0 }))
      .toSorted((one, other) => other.reranked - one.reranked)
      .map(({ note, own, reranked }, place): FoundNote => {
        return [note, { ...own, score: first[place]?.[1].score ?? own.score, reranked }]
      })
    return { notes: [...notes, ...found.slice(mostReread)] }
  } catch (error) {
    signal?.throwIfAborted()
    if (meaningUntil?.aborted === true) return { notes: found, problem: 'the cross-encoder took too long' }
    if (!CodedError.is(error)) throw error
    return { notes: found, problem: `${error.code}: ${error.message}` }
  }
}
