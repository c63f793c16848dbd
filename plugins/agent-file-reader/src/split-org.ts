/** A piece of an Org text; a plain one is too long or too odd for the parser. */
export type OrgPiece = { readonly source: string; readonly isPlain: boolean }

const longestPiece = 20_000
const mostMarks = 2000

/** Cuts an Org text before its headings, and long sections at their blank lines. */
export function splitOrg(text: string): readonly OrgPiece[] {
  const sections = text
    .split(/\n(?=\*+ )/)
    .flatMap((section) => (section.length <= longestPiece ? [section] : paragraphsOf(section)))
  const pieces: OrgPiece[] = []
  for (const source of sections) {
    const isPlain = source.length > longestPiece || (source.match(/[[*_/~=+]/g)?.length ?? 0) > mostMarks
    const last = pieces.at(-1)
    // Starting the parser costs more than a few short sections.
    const goesAlong = last !== undefined && !isPlain && !last.isPlain && last.source.length + source.length < shortPiece
    if (goesAlong) pieces[pieces.length - 1] = { source: `${last.source}\n${source}`, isPlain }
    else pieces.push({ source, isPlain })
  }
  return pieces
}

const shortPiece = 4000

/** Paragraphs put together up to the limit; a block that is longer is cut. */
function paragraphsOf(section: string): readonly string[] {
  const pieces: string[] = []
  let open = ''
  for (const paragraph of section.split(/\n\s*\n/)) {
    if (open !== '' && open.length + paragraph.length > longestPiece) {
      pieces.push(open)
      open = ''
    }
    open = open === '' ? paragraph : `${open}\n\n${paragraph}`
  }
  return [...pieces, open]
}
