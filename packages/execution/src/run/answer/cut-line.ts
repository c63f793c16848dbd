/** A text on one line, cut at a length. `limit`: most characters, before the ellipsis. */
export function cutLine(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= limit ? line : `${line.slice(0, limit).toWellFormed()}…`
}
