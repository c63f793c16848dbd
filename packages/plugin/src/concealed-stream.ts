/** A text that comes in pieces, with its secrets taken out before they are shown. */
export type ConcealedStream = {
  /** What can be shown by now; the beginning of what may become a secret waits for the next piece. */
  push(piece: string): string
  /** What waited, where the text ends. */
  end(): string
  /** What waited, where a limit cut the text: `mark` if that is the beginning of a secret, of 4 characters at least. */
  endCut(mark: string): string
}

const longestWait = 100_000
// Less of a secret tells nothing, and ends many a word.
const leastPart = 4

/**
 * Takes secrets out of a text that comes in pieces: one may be cut anywhere, also within a secret.
 * @returns A stream that shows what the whole text would show; it keeps back what may yet become a secret, 100,000
 *   characters at most.
 * @example
 * const stream = concealedStream(['12345678'], (text) => text.replaceAll('12345678', '[secret KEY]'))
 * stream.push('key: 1234') // 'key: '
 * stream.push('5678.') // '[secret KEY].'
 */
export function concealedStream(values: readonly string[], conceal: (text: string) => string): ConcealedStream {
  let waiting = ''
  const end = (): string => {
    const rest = conceal(waiting)
    waiting = ''
    return rest
  }
  return {
    push(piece) {
      const text = waiting + piece
      const settled = settledEnd(text, values)
      waiting = text.slice(settled)
      return conceal(text.slice(0, settled))
    },
    end,
    endCut(mark) {
      if (waiting.length - begunAt(waiting, values) < leastPart) return end()
      // Whole secrets that reach into the begun one wait with it, and go with it.
      waiting = ''
      return mark
    },
  }
}

/** Where the part of a text ends that no later piece can change: no secret, whole or begun, reaches beyond. */
function settledEnd(text: string, values: readonly string[]): number {
  const begun = begunAt(text, values)
  let end = begun
  for (let across = end; across !== -1;) {
    end = across
    across = values.map((value) => acrossOf(value, { text, end })).find((place) => place !== -1) ?? -1
  }
  // Only a text that repeats the beginning of a secret without end waits for so long.
  return text.length - end > longestWait ? begun : end
}

/** Where a value begins that lies across a place of a text; −1 if none does. */
function acrossOf(value: string, { text, end }: { text: string; end: number }): number {
  const place = text.indexOf(value, Math.max(0, end - value.length + 1))
  return place < end ? place : -1
}

/** Where the end of a text may be the beginning of a value; its length if nowhere. */
function begunAt(text: string, values: readonly string[]): number {
  const begins = values.map((value) => beginOf(value, text)).filter((place) => place !== -1)
  return Math.min(text.length, ...begins)
}

/** Where the end of a text may be the beginning of this value; −1 if it can't. */
function beginOf(value: string, text: string): number {
  // A unit, not a character: a piece may end in the middle of one.
  const first = value.charAt(0)
  let place = text.indexOf(first, Math.max(0, text.length - value.length + 1))
  while (place !== -1 && !value.startsWith(text.slice(place))) place = text.indexOf(first, place + 1)
  return place
}
