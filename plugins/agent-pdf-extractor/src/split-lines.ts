/** A line of a page's text; `start` is its offset there. */
export type TextPiece = { readonly text: string; readonly start: number; readonly hasHyphen: boolean }

/**
 * Lines of PDFium's text of a page, without spaces around them and without empty ones.
 *
 * PDFium writes U+FFFE (or U+0002) in place of a hyphen at the end of a line and goes on without a line end.
 *
 * @param text - As PDFium gives it.
 * @example splitLines('exam\ufffeple\r\nB') // 'exam' with a hyphen, 'ple', 'B'
 */
export function splitLines(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(lineEnd)) {
    const line = text.slice(from, index)
    const start = from + line.length - line.trimStart().length
    const trimmed = line.trim()
    if (trimmed !== '') pieces.push({ text: trimmed, start, hasHyphen: hyphens.includes(end) && end !== '' })
    from = index + end.length
  }
  return pieces
}

const hyphens = '\u0002\ufffe'
const lineEnd = new RegExp(`\\r\\n|[\\n\\r${hyphens}]|$`, 'g')
