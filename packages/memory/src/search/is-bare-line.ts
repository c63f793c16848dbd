/**
 * Whether a line says nothing by itself: a rule, or links with nothing but arrows and separators between them, such as
 * the way from one daily note to the next. An item of a list and a row of a table say what they link to.
 * @example isBareLine('<< [[2026-01-01]] | [[2026-01-03]] >>') // true
 */
export function isBareLine(line: string): boolean {
  if (line.length > longest || /^\s*(?:>\s*)*(?:\||[-*+]\s+(?:\[.\]\s+)?!?\[)/.test(line)) return false
  let links = 0
  const rest = line.replaceAll(/!?\[\[[^[\]]+\]\]|!?\[[^[\]]*\]\([^()\s]*\)/g, () => {
    links += 1
    return ' '
  })
  if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(rest.replaceAll(arrowSigns, ''))) return false
  return links !== 1 || /[<>«»‹›|]|\p{Sm}/u.test(rest) || rest.search(arrowSigns) >= 0
}

/** Nobody writes a longer one by hand. */
const longest = 2000
/** Some of them are pictures as well. */
const arrowSigns = /[\u2190-\u21FF\u25B6\u25C0\u27A1\u27F5-\u27FF\u23E9\u23EA\u2B05-\u2B07]/gu
