import type { Heading, TextRange } from './text-structure.ts'

export type NoteSection = {
  /** The headings it stands under, outermost first, its own included. */
  readonly path: readonly string[]
  /** Offset of its heading, or of its text if it has none. */
  readonly start: number
  /** Offset behind its heading. */
  readonly textStart: number
  readonly end: number
  /** A drawer stands between heading and text, and would get into the text of a section that it is joined to. */
  readonly hasDrawer: boolean
}

/** Cuts a text at its headings; a heading right above a lower one is no section, but in the path of that. */
export function noteSections(
  text: string,
  { headings, drawers = [] }: { headings: readonly Heading[]; drawers?: readonly TextRange[] },
): readonly NoteSection[] {
  const sections: NoteSection[] = []
  const afterDrawer = new Map(drawers.map((drawer) => [drawer.start, drawer.end]))
  const afterHeading = (offset: number): Pick<NoteSection, 'textStart' | 'hasDrawer'> => {
    const end = afterDrawer.get(skipLineEnd(text, offset))
    return { textStart: end ?? offset, hasDrawer: end !== undefined }
  }
  const first = headings[0]?.start ?? text.length
  if (text.slice(0, first).trim() !== '') sections.push({ path: [], start: 0, ...afterHeading(0), end: first })
  let open: readonly Heading[] = []
  for (const [index, heading] of headings.entries()) {
    open = [...open.filter((above) => above.depth < heading.depth), heading]
    const next = headings[index + 1]
    const section = {
      path: open.filter(({ depth, text }) => depth > 0 || text !== '').map((above) => above.text),
      start: heading.start,
      ...afterHeading(heading.end),
    }
    const end = next?.start ?? text.length
    const covered = next !== undefined && next.depth > heading.depth && isBlank(text, section.textStart, end)
    if (!covered) sections.push({ ...section, end })
  }
  return sections
}

/** Joins short neighbours, so that a list of one-line sections is not a chunk for each line. */
export function joinShortSections(
  sections: readonly NoteSection[],
  { short, longest }: { short: number; longest: number },
): readonly NoteSection[] {
  const isJoined = (last: NoteSection, next: NoteSection): boolean => {
    const [before, own] = [last.end - last.start, next.end - next.start]
    return !last.hasDrawer && !next.hasDrawer && Math.min(before, own) < short && before + own <= longest
  }
  const joined: NoteSection[] = []
  for (const next of sections) {
    const last = joined.at(-1)
    if (last !== undefined && isJoined(last, next)) joined[joined.length - 1] = join(last, next)
    else joined.push(next)
  }
  return joined
}

/** A heading that is common to both is not needed in the text. */
function join(last: NoteSection, next: NoteSection): NoteSection {
  const differs = last.path.findIndex((heading, level) => heading !== next.path[level])
  const path = differs === -1 ? last.path : last.path.slice(0, differs)
  const covered = path.length === last.path.length
  return { path, start: last.start, textStart: covered ? last.textStart : last.start, end: next.end, hasDrawer: false }
}

function isBlank(text: string, start: number, end: number): boolean {
  return end - start < 1000 && text.slice(start, end).trim() === ''
}

function skipLineEnd(text: string, offset: number): number {
  if (text[offset] === '\r' && text[offset + 1] === '\n') return offset + 2
  return text[offset] === '\n' ? offset + 1 : offset
}
