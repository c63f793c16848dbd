import { cutText } from './cut-text.ts'
import { isEarlierVersion } from '../earlier-version.ts'
import type { NoteChunk } from '../note.ts'
import { type NoteSection, joinShortSections, noteSections } from './note-sections.ts'
import type { TextLines } from './text-lines.ts'
import type { Heading, TextRange } from './text-structure.ts'

export type ChunkOptions = {
  readonly lines: TextLines
  /** Offsets of all that follows are counted from here. */
  readonly bodyStart: number
  readonly headings: readonly Heading[]
  readonly drawers?: readonly TextRange[] | undefined
}

/** Cuts a note into chunks of at most 256 tokens at headings; above {@link mostChunks} of them they grow. */
export function chunkNote(text: string, { lines, bodyStart, headings, drawers }: ChunkOptions): readonly NoteChunk[] {
  const body = text.slice(bodyStart)
  const size = Math.max(usualSize, Math.ceil(body.length / mostChunks))
  const short = { short: size / 4, longest: (size * 2) / 3 }
  const sections = byVersion(noteSections(body, { headings, drawers: drawers ?? [] })).flatMap((some) =>
    joinShortSections(some, short),
  )
  const chunks: NoteChunk[] = []
  for (const { path, start, textStart, end } of sections) {
    const pieces = cutText(body, { start: textStart, end, size, overlap: Math.round(size * overlapShare) })
    // A section without text can still be found by its heading.
    for (const piece of pieces.length > 0 ? pieces : cutText(body, { start, end, size, overlap: 0 }))
      chunks.push({
        index: chunks.length,
        headings: path,
        text: body.slice(piece.start, piece.end),
        startLine: lines.lineAt(bodyStart + piece.start),
        endLine: lines.lineAt(bodyStart + piece.end - 1),
      })
  }
  return chunks.length > 0 ? chunks : [{ index: 0, headings: [], text: '', startLine: 1, endLine: 1 }]
}

/** What holds now and what was replaced never share a chunk. */
function byVersion(sections: readonly NoteSection[]): readonly (readonly NoteSection[])[] {
  const groups: NoteSection[][] = []
  for (const section of sections) {
    const last = groups.at(-1)
    const isOfLast = isEarlierVersion(last?.[0]?.path ?? []) === isEarlierVersion(section.path)
    if (last !== undefined && isOfLast) last.push(section)
    else groups.push([section])
  }
  return groups
}

const usualSize = 900
const overlapShare = 0.15
const mostChunks = 2500
