import type { OutputOf } from '@datacortex/space'
import { useEffect, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { type FindSearch, askedOf } from './find-search.ts'

/** What was found, and for which question: that of before while the next is asked. */
export type Found = {
  readonly answer: OutputOf<'search.everything'> | undefined
  readonly isCurrent: boolean
  /** Whether meaning may still bring something else. */
  readonly isFinal: boolean
  /** Whether it stands there for a moment already, so that nobody types just now. */
  readonly hasRested: boolean
  readonly error: unknown
}

/** Asks by words, then, once nobody types, by meaning. An answer to another question than the last one is never shown as its answer. */
export function useFound(search: FindSearch): Found {
  const enabled = (search.q ?? '').trim() !== ''
  const words = useAnswer('search.everything', askedOf(search, 'words'), { enabled, keeps: true })
  const isAnswered = words.isSuccess && !words.isPlaceholderData
  const byMeaning = askedOf(search, 'meaning')
  const hasRested = useRested(JSON.stringify([byMeaning, isAnswered]))
  const meaning = useAnswer('search.everything', byMeaning, { enabled: enabled && isAnswered && hasRested })
  const best = meaning.data ?? words.data
  return {
    answer: enabled ? best : undefined,
    isCurrent: meaning.data !== undefined || isAnswered,
    isFinal: meaning.data !== undefined,
    hasRested,
    error: meaning.error ?? words.error,
  }
}

/** Whether something is as it was for a moment, or from the beginning. */
function useRested(now: string): boolean {
  const [rested, setRested] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), restMs)
    return () => clearTimeout(timer)
  }, [now])
  return rested === now
}

// The model would take the processor from the answer to the next letter.
const restMs = 150
