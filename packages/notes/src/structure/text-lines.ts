/** The lines of a text without their ends, by one character where that will do: a pattern takes twice as long. */
export function splitLines(text: string): readonly string[] {
  return text.includes('\r') ? text.split(/\r?\n/) : text.split('\n')
}

export type TextLines = {
  readonly count: number
  /** Number of the line, from 1, that the character at an offset stands in. */
  lineAt(offset: number): number
}

/** Finds all line ends once; a line ends after `\n`. */
export function textLines(text: string): TextLines {
  let count = 1
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) count += 1
  // A list of numbers would take twice the memory, which matters for millions of lines.
  const starts = new Uint32Array(count)
  for (let line = 1, end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1), line += 1)
    starts[line] = end + 1
  return { count, lineAt: (offset) => lastAtMost(starts, offset) + 1 }
}

/** Index of the last number that is at most `value`, in an ascending list that begins with 0. */
export function lastAtMost(ascending: Uint32Array | readonly number[], value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((ascending[middle] ?? Infinity) <= value) low = middle
    else high = middle - 1
  }
  return low
}
