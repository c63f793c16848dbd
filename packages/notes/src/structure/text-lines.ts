/** The lines of a text without their ends, by one character where that will do: a pattern takes twice as long. */
export function splitLines(text: string): readonly string[] {
  return text.includes('\r') ? text.split(/\r?\n/) : text.split('\n')
}

/** `lineAt`: number of the line, from 1, that the character at an offset stands in. */
export type TextLines = { lineAt(offset: number): number }

/** Finds all line ends once; a line ends after `\n`. */
export function textLines(text: string): TextLines {
  let count = 1
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) count += 1
  // A list of numbers would take twice the memory, which matters for millions of lines.
  const starts = new Uint32Array(count)
  for (let line = 1, end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1), line += 1)
    starts[line] = end + 1
  return { lineAt: (offset) => lastAtMost(starts, offset) + 1 }
}

/** The same lines for offsets that are counted from a place in the text. */
export function linesFrom(lines: TextLines, start: number): TextLines {
  return { lineAt: (offset) => lines.lineAt(start + offset) }
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
