import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import type { SearchHit } from '@datacortex/memory'
import type { KeyPhrase } from './text/key-phrases.ts'
import type { KnowledgePorts } from './ports.ts'

/** A note of the memory. */
export type NoteHit = SearchHit & { readonly path: string }

/** What the memory has about something. */
export type Remembered = { readonly hits: readonly NoteHit[]; readonly findings: readonly Finding[] }

/**
 * Asks the memory; a memory that can't answer is a finding.
 *
 * @param query - Any words.
 * @param options - The memory; most hits; abort signal; subject for messages.
 */
export async function searchMemory(
  query: string,
  options: Pick<KnowledgePorts, 'search'> & {
    readonly limit: number
    readonly subject: string
    readonly signal: AbortSignal
  },
): Promise<Remembered> {
  const { search, limit, subject, signal } = options
  if (search === undefined) return { hits: [], findings: [] }
  try {
    const hits = await search(query, { limit, signal })
    return { hits: hits.flatMap((hit) => (hit.path === undefined ? [] : [{ ...hit, path: hit.path }])), findings: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (!CodedError.is(error)) throw error
    return {
      hits: [],
      findings: [
        {
          code: 'KNOWLEDGE_MEMORY_UNSEARCHED',
          severity: 'warning',
          subject,
          message: `The memory could not be searched, so related notes are missing and zettels may repeat others: ${error.message}`,
          hint: error.hint,
        },
      ],
    }
  }
}

/** The words by which notes about the same are found. */
export function queryOf(title: string, phrases: readonly KeyPhrase[]): string {
  return [title.slice(0, 200), ...phrases.map((phrase) => phrase.text)].join(' ')
}
