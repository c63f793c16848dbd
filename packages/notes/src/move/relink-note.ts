import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type SpacePaths, ifRefused } from '@datacortex/platform'
import { foldName, joinPath, linkKey, parentFolder } from '../links/link-resolver.ts'
import { type WrittenLink, writtenLinks } from '../links/written-links.ts'
import { parseNote } from '../parse-note.ts'
import type { MovedLinks } from './moved-links.ts'
import { noteName, withoutNoteEnding } from '../head/note-head.ts'
import { pageName } from '../head/page-name.ts'
import type { NoteLink } from '../note.ts'

/** What stands in place of what. */
export type RelinkedLink = { readonly line: number; readonly from: string; readonly to: string }

/** A link that stays as it is although it will lead elsewhere or nowhere, and why. */
export type LeftLink = {
  readonly path: string
  readonly line?: number | undefined
  readonly target?: string | undefined
  readonly reason: string
}

export type RelinkNoteOptions = {
  /** Before the move. */
  readonly path: string
  readonly move: MovedLinks
  readonly paths: SpacePaths
  readonly whyHidden?: ((path: string) => string | undefined) | undefined
}

export type RelinkedText = {
  readonly text: string
  readonly links: readonly RelinkedLink[]
  readonly left: readonly LeftLink[]
}

/** Writes the links of a note for after a move, and reads them again: if one leads elsewhere, nothing changes. */
export async function relinkNote(text: string, options: RelinkNoteOptions): Promise<RelinkedText> {
  const { path, move } = options
  const { mark, body, read } = asRead(text)
  const edits: Edit[] = []
  for (const one of writtenLinks(read, { path, labelFirst: move.isLabelFirst(path) })) {
    const spelled = one.isOther ? undefined : respelled(one, options)
    const to = spelled ?? (await besideOf(one, options))
    const { start, end, line } = one
    // Several references share a definition.
    if (to !== undefined && start >= (edits.at(-1)?.end ?? 0)) edits.push({ start, end, line, to })
  }
  const fresh = withEdits(body, edits)
  const left = lostLinks(read, fresh, options)
  if (left === undefined) return { text, links: [], left: lostLinks(read, read, options) ?? [] }
  return { text: mark + fresh, links: edits.map((edit) => relinked(body, edit)), left }
}

/** A text without its byte-order mark, and as the parser reads it, sign for sign. */
export function asRead(text: string) {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(mark.length)
  return { mark, body, read: body.replaceAll('\0', '\uFFFD') }
}

export type Edit = { readonly start: number; readonly end: number; readonly line: number; readonly to: string }

export function relinked(text: string, { start, end, line, to }: Edit): RelinkedLink {
  return { line, from: text.slice(start, end), to }
}

/** Undefined if it may stay, or nothing else would lead there. */
function respelled(one: WrittenLink, { path, move }: RelinkNoteOptions): string | undefined {
  const was = move.before(path, one.link)
  if (was === undefined || move.isSettled(path, one.link)) return undefined
  const is = move.placeOf(was)
  const moved = { was, is, writerWas: path, writerIs: move.placeOf(path), syntax: one.link.syntax }
  const names = [...linkSpellings(one.target, moved)].filter((name) => move.after(path, one.to(name)) === is)
  const exact = names.filter((name) => move.isSettled(path, one.to(name), one.link))
  for (const name of [...exact, ...(move.after(path, one.link) === is ? [] : names)]) {
    const spelled = one.spell(name)
    if (spelled !== undefined) return spelled
  }
  return undefined
}

/** Pictures and folders that a note names by where they lie from itself. */
async function besideOf({ target, link, spell }: WrittenLink, { path, move, paths, whyHidden }: RelinkNoteOptions) {
  const [folder, newFolder] = [parentFolder(path), parentFolder(move.placeOf(path))]
  const isRelative = link.syntax === 'wiki' ? /^\.\.?\//.test(target) : target !== '' && !target.startsWith('/')
  if (folder === newFolder || !isRelative || move.before(path, link) !== undefined) return undefined
  const place = joinPath(folder, target)
  if (place === undefined || place === '' || !(await isThere(place, { paths, whyHidden }))) return undefined
  const relative = `${relativePath(newFolder, place)}${target.endsWith('/') ? '/' : ''}`
  const isDotted = target.startsWith('./') || link.syntax === 'wiki'
  return spell(isDotted && !relative.startsWith('../') ? `./${relative}` : relative)
}

async function isThere(place: string, { paths, whyHidden }: Pick<RelinkNoteOptions, 'paths' | 'whyHidden'>) {
  // What may not be shown counts as there, so that the answer tells nothing.
  if (whyHidden?.(place) !== undefined) return true
  return (await lstat(join(paths.root, place)).catch(ifRefused(undefined))) !== undefined
}

export function withEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, to } of edits) {
    parts.push(text.slice(at, start), to)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}

/** Links that stay as they were and lead elsewhere; undefined if the new text is not the old one with other links. */
function lostLinks(old: string, fresh: string, { path, move }: RelinkNoteOptions): readonly LeftLink[] | undefined {
  const [before, after] = [old, fresh].map((text, place) =>
    parseNote(text, { path: place === 0 ? path : move.placeOf(path), sha256: '' }),
  )
  if (before === undefined || before.links.length !== after?.links.length) return undefined
  if (after.findings.length > before.findings.length) return undefined
  const lost: LeftLink[] = []
  for (const [place, link] of before.links.entries()) {
    const goal = move.before(path, link)
    const now = after.links[place]
    if (goal === undefined || now === undefined || move.after(path, now) === move.placeOf(goal)) continue
    if (now.target !== link.target || now.alias !== link.alias) return undefined
    const { line, target } = link
    lost.push({ path: move.placeOf(path), line, target, reason: 'nothing that can stand there leads to it any more' })
  }
  return lost
}

/** Paths of what a link leads to, and of the note that it stands in. */
type MovedLink = Readonly<Record<'was' | 'is' | 'writerWas' | 'writerIs', string>> & Pick<NoteLink, 'syntax'>

/** How a link could name its note after a move, what resembles the old spelling most first. */
function* linkSpellings(written: string, paths: MovedLink): Generator<string> {
  const { was, is, writerWas, writerIs, syntax } = paths
  const path = withoutNoteEnding(written) === written ? withoutNoteEnding(is) : is
  const joined = joinPath(parentFolder(writerWas), written)
  const isDotted = /^\.\.?\//.test(written)
  const isBeside = syntax !== 'wiki' && !written.startsWith('/') && joined !== undefined
  const relative = relativePath(parentFolder(writerIs), path)
  const dotted = relative.startsWith('../') ? relative : `./${relative}`
  if (isDotted || (isBeside && linkKey(joined) === linkKey(was)))
    yield syntax === 'wiki' || written.startsWith('./') ? dotted : relative
  if (written.startsWith('/')) yield `/${path}`
  const page = pageName(noteName(was))
  if (page !== noteName(was) && foldName(page) === foldName(written)) yield pageName(noteName(is))
  const parts = path.split('/')
  const isWhole = written.includes('/') && linkKey(written) === linkKey(was)
  const fewest = isWhole ? parts.length : Math.min(written.split('/').length, parts.length)
  for (let count = fewest; count <= parts.length; count += 1) yield parts.slice(-count).join('/')
  yield `/${path}`
  yield dotted
}

/** A path of the space as it is seen from one of its folders, empty for the root. */
function relativePath(folder: string, path: string): string {
  const above = folder === '' ? [] : folder.split('/')
  const below = path.split('/')
  let same = 0
  while (same < above.length && same < below.length - 1 && above[same] === below[same]) same += 1
  return [...above.slice(same).map(() => '..'), ...below.slice(same)].join('/')
}
