/** A line of a page's text; `start` is its offset there. */
export type TextPiece = { readonly text: string; readonly start: number; readonly hasHyphen: boolean }

/** Lines of PDFium's text of a page, without spaces around them and without empty ones. */
export function splitLines(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at === text.length ? lineFeed : text.charCodeAt(at)
    if (unit !== lineFeed && unit !== carriageReturn && unit !== hyphen && unit !== otherHyphen) continue
    if (at > from) {
      const line = text.slice(from, at)
      const trimmed = line.trim()
      const start = from + (trimmed.length === line.length ? 0 : line.length - line.trimStart().length)
      if (trimmed !== '') pieces.push({ text: trimmed, start, hasHyphen: unit === hyphen || unit === otherHyphen })
    }
    from = at + 1
  }
  return pieces
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const hyphen = 0xfffe
const otherHyphen = 0x02
