import { isBareLine } from '@datacortex/memory/bare-line'

/**
 * The line of a snippet that has most words of a query, without the marks before it; a heading, or the
 * way to other notes alone, only if there is no more.
 * @param snippet - Of a hit, with its line breaks.
 * @param options - Query; title of the note, which stands above it anyway.
 * @example matchingLine('# Tides\n- Spring tides follow the full moon.', { query: 'spring', title: 'Tides' })
 */
export function matchingLine(snippet: string, { query, title }: { query: string; title: string }): string {
  const words = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []
  let best = ''
  let most = Number.NEGATIVE_INFINITY
  for (const line of snippet.split('\n')) {
    const text = line.replace(/^\s*(?:>\s*)*(?:#+\s+|[-*+]\s+(?:\[.\]\s+)?)?/, '').trim()
    if (text === '' || text === title) continue
    const lowered = text.toLowerCase()
    const found = words.filter((word) => lowered.includes(word)).length
    // A heading is about what stands below it.
    const weight = isBareLine(line) ? Number.MIN_SAFE_INTEGER : /^\s*#/.test(line) ? found - headingShare : found
    if (weight > most) [best, most] = [text, weight]
  }
  return best
}

const headingShare = 1.5
