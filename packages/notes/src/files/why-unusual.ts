/** Why a full parser, quadratic in brackets, backticks and depth, would take too long; undefined for usual texts. */
export function whyUnusual(text: string): string | undefined {
  if (text.length > 400_000) return 'has more than 400,000 characters'
  let lines = 0
  let marks = 0
  const mark = /[[`]/g
  let next = mark.exec(text)?.index ?? Infinity
  for (let start = 0; start <= text.length; lines += 1) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd === -1 ? text.length : lineEnd
    const content = contentStart(text, start, end)
    // A line of blanks alone has no depth: as such the folded text of a document is read.
    if (content - start > 100 && text.slice(start, end).trim() !== '')
      return `is nested or indented too deep at line ${lines + 1}`
    if (content === end) marks = 0
    for (; next < end; next = mark.exec(text)?.index ?? Infinity) marks += 1
    if (marks > 2000) return `has a paragraph with more than 2,000 brackets and backticks at line ${lines + 1}`
    start = end + 1
  }
  return lines > 10_000 ? 'has more than 10,000 lines' : undefined
}

/** Offset behind indentation, quote marks and list marks. */
function contentStart(text: string, start: number, end: number): number {
  let at = start
  while (at < end && ' \t\r>-*+'.includes(text.charAt(at))) at += 1
  return at
}
