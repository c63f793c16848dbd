import { noteError } from './errors.ts'
import type { ScannedNote } from './files/scan-notes.ts'
import { decodeNote } from './files/decode-note.ts'
import { readNoteBytes } from './files/read-note-bytes.ts'
import { blockOf } from './structure/block-of.ts'
import { sectionsOf } from './structure/section-of.ts'
import { splitLines } from './structure/text-lines.ts'

/** Lines of a note, as its file has them now; of a canvas those of the text that it is read as. */
export type NotePassage = {
  readonly text: string
  /** From 1, inclusive. */
  readonly start: number
  readonly end: number
  /** Of the whole file. */
  readonly lines: number
}

export type ReadPassageOptions = {
  /** Only the section below it, without `#`; `Above#Heading` and `Heading:12` tell twins apart, `^id` is a block. */
  readonly heading?: string | undefined
  /** First line, from 1; counted in the whole file. */
  readonly from?: number | undefined
  readonly most?: number | undefined
}

/**
 * Reads a note, or a part of it.
 * @returns Undefined if there is no such heading.
 * @throws `MEMORY_NOTE_UNREADABLE` if the file is gone, forbidden, too large or no text; `MEMORY_HEADING_AMBIGUOUS`.
 * @example await readPassage(file, { heading: 'Risks' })
 */
export async function readPassage(
  file: Pick<ScannedNote, 'path' | 'file'>,
  options: ReadPassageOptions = {},
): Promise<NotePassage | undefined> {
  return passageOf(await readNoteBytes(file), { path: file.path, ...options })
}

/**
 * The part of a note whose file was read already.
 * @returns Undefined if there is no such heading.
 * @throws `MEMORY_NOTE_UNREADABLE` if it is no text; `MEMORY_HEADING_AMBIGUOUS` if several sections are called so.
 * @example passageOf(bytes, { path: 'Bee.md', heading: 'Risks' })
 */
export function passageOf(
  bytes: Uint8Array,
  { path, heading, from = 1, most = Infinity }: ReadPassageOptions & { readonly path: string },
): NotePassage | undefined {
  const decoded = decodeNote(bytes, path)
  if ('reason' in decoded) throw noteError('MEMORY_NOTE_UNREADABLE', { path, reason: decoded.reason })
  const all = splitLines(decoded.text.replace(/\r?\n$/, ''))
  const sections = heading === undefined ? [{ start: 1, end: all.length }] : partsOf(decoded.text, { path, heading })
  const [section] = sections
  if (section === undefined) return undefined
  if (sections.length > 1)
    throw noteError('MEMORY_HEADING_AMBIGUOUS', {
      path,
      heading: heading ?? '',
      lines: sections.map(({ start }) => start),
    })
  const start = Math.max(section.start, from)
  const end = Math.min(section.end, start + most - 1)
  return { text: all.slice(start - 1, end).join('\n'), start, end: Math.max(start - 1, end), lines: all.length }
}

/** What a heading means, or `^id` a block. */
function partsOf(text: string, { path, heading }: { path: string; heading: string }) {
  if (!heading.startsWith('^')) return sectionsOf(asMarkdown(text, path), heading)
  const block = blockOf(text, heading.slice(1))
  return block === undefined ? [] : [block]
}

/** Headings of org-mode as those of Markdown, line by line. */
function asMarkdown(text: string, path: string): string {
  if (!/\.org$/i.test(path)) return text
  return text.replaceAll(
    orgHeading,
    (_, stars: string, title: string) => `${'#'.repeat(Math.min(stars.length, 6))} ${title}`,
  )
}

const orgHeading = /^(\*+)[ \t]+(?:(?:TODO|NEXT|WAITING|DONE|CANCELLED)[ \t]+)?(.*?)(?:[ \t]+:[\w@#%:]+:)?[ \t]*$/gm
