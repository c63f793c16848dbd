import { sha256 } from '@datacortex/platform'
import { readNoteBytes } from '../files/read-note-bytes.ts'
import { decodedAddress, spelledAddress } from '../links/link-address.ts'
import { type WrittenLink, writtenLinks } from '../links/written-links.ts'
import type { NoteStore } from '../note-store.ts'
import { movedLinks } from './moved-links.ts'
import { type RelinkedNote, exactText } from './plan-note-move.ts'
import { type Edit, asRead, relinked, withEdits } from './relink-note.ts'

export type HeadingRename = {
  /** Of the note whose heading it is. */
  readonly path: string
  /** Where it stands, from 1. */
  readonly line: number
  readonly from: string
  readonly to: string
  /** Whether links by its name mean it, and not another one that is called so. */
  readonly isMeant: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Says what has to be written so that a heading has another name and links to it follow. Nothing is written; the note
 * itself comes first.
 * @throws `MEMORY_NOTE_UNREADABLE` if one of the notes is gone or forbidden.
 * @example await planHeadingRename(store, { path: 'Bee.md', line: 3, from: 'Wax', to: 'Combs', isMeant: true })
 */
export async function planHeadingRename(store: NoteStore, rename: HeadingRename): Promise<readonly RelinkedNote[]> {
  const { path: own, line, from, to, isMeant, signal } = rename
  const links = movedLinks(store.graph.notes, { from: own, to: own })
  const plan: RelinkedNote[] = []
  for (const path of [own, ...store.graph.linksTo(own).toSorted()]) {
    const file = store.files.get(path)
    if (file === undefined) continue
    signal?.throwIfAborted()
    const bytes = await readNoteBytes(file)
    const text = exactText(bytes)
    if (text === undefined) continue
    const { mark, body, read } = asRead(text)
    const written = isMeant ? writtenLinks(read, { path, labelFirst: links.isLabelFirst(path) }) : []
    const edits = written
      .filter(({ target, link }) => (target === '' ? path === own : links.before(path, link) === own))
      .flatMap((one) => anchorEdit(read, { one, from, to }))
    if (path === own) edits.push(headingEdit(read, rename))
    if (edits.length === 0) continue
    const placed = edits.toSorted((one, other) => one.start - other.start)
    const changes = placed.filter((edit) => path !== own || edit.line !== line).map((edit) => relinked(body, edit))
    plan.push({ path, sha256: sha256(bytes), bytes: Buffer.from(mark + withEdits(body, placed)), links: changes })
  }
  return plan
}

/** The name of a heading in its line, without the signs around it. */
function headingEdit(text: string, { line, to }: HeadingRename): Edit {
  const start = text.split('\n', line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const [, before = '', name = ''] =
    /^( {0,3}#{1,6}[ \t]+|\*+[ \t]+(?:(?:TODO|NEXT|WAITING|DONE|CANCELLED)[ \t]+)?| {0,3})([^\r\n]*?)(?:[ \t]+(?:#+|:[\w@#%:]+:))?[ \t]*\r?$/m.exec(
      text.slice(start),
    ) ?? []
  return { start: start + before.length, end: start + before.length + name.length, line, to }
}

/** Where a link names the heading, in the way it is written: by its words, or as pages of the web name headings. */
function anchorEdit(text: string, { one, from, to }: { one: WrittenLink; from: string; to: string }): readonly Edit[] {
  const { link, line } = one
  const isMarkdown = link.syntax === 'markdown'
  const at = isMarkdown ? one.start + text.slice(one.start, one.end).search(/#|$/) : one.end
  const rest = isMarkdown
    ? text.slice(at, one.end)
    : (/^(?:[ \t]*#[^|\]\n]*|::\*[^\]\n]*)/.exec(text.slice(at))?.[0] ?? '')
  for (const { 0: part, index } of rest.matchAll(/[^#\\]+/g)) {
    const said = part.replace(/^::\*/, '')
    const name = isMarkdown ? decodedAddress(said) : said
    const start = at + index + part.indexOf(said.trim())
    const fresh = folded(name) === folded(from) ? to : name === slug(from) ? slug(to) : undefined
    if (fresh === undefined || said.trim() === '') continue
    const isBracketed = text[one.start - 1] === '<' || undefined
    const spelled = isMarkdown ? spelledAddress(fresh, { url: said, isBracketed }) : fresh
    return [{ start, end: start + said.trim().length, line, to: spelled }]
  }
  return []
}

/** As Obsidian compares them: signs of links are blanks. */
function folded(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[#|^:%[\]\\\s]+/g, ' ')
    .trim()
}

function slug(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
