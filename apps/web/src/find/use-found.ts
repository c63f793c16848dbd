import type { OutputOf } from '@datacortex/space'
import { useAnswer } from '../frame/api-context.tsx'
import { type FindSearch, askedOf } from './find-search.ts'

/** What was found, and for which question: that of before while the next is asked. */
export type Found = {
  readonly answer: OutputOf<'search.everything'> | undefined
  readonly isCurrent: boolean
  /** Whether meaning may still bring something else. */
  readonly isFinal: boolean
  readonly error: unknown
}

/** Asks by words, then by meaning. An answer to another question than the last one is never shown as its answer. */
export function useFound(search: FindSearch): Found {
  const enabled = (search.q ?? '').trim() !== ''
  const words = useAnswer('search.everything', askedOf(search, 'words'), { enabled, keeps: true })
  const isAnswered = words.isSuccess && !words.isPlaceholderData
  const meaning = useAnswer('search.everything', askedOf(search, 'meaning'), { enabled: enabled && isAnswered })
  const best = meaning.data ?? words.data
  return {
    answer: enabled ? best : undefined,
    isCurrent: meaning.data !== undefined || isAnswered,
    isFinal: meaning.data !== undefined,
    error: meaning.error ?? words.error,
  }
}
