import { foldedSpans } from '@datacortex/text'
import { maskRanges } from './text-structure.ts'

/**
 * The body of a note with blanks for the whole text of a source: where that links, what it marks and what it calls its
 * parts is not of the person who keeps it. Offsets and lines stay.
 */
export function ownBody(body: string, type: string | undefined): string {
  if (type === 'source-text') return maskRanges(body, [{ start: 0, end: body.length }])
  return type === 'literature' ? maskRanges(body, foldedSpans(body)) : body
}
