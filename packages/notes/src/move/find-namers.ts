import { join } from 'node:path'
import { type SpacePaths, namesIn, readTextFile } from '@datacortex/platform'
import { noteName } from '../head/note-head.ts'
import { parseNote } from '../parse-note.ts'
import { filesBesideNotes } from '../vault/note-rules.ts'
import type { MovedLinks } from './moved-links.ts'
import type { LeftLink } from './relink-note.ts'

export type FindNamersOptions = {
  readonly paths: SpacePaths
  readonly from: string
  readonly whyHidden?: ((path: string) => string | undefined) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What will name a moved note by its old place outside of the notes, such as templates and bookmarks of Obsidian. */
export async function findNamers(move: MovedLinks, { paths, from, whyHidden, signal }: FindNamersOptions) {
  const places = (await leftOut(paths, signal)).filter(({ path }) => whyHidden?.(path) === undefined)
  const name = noteName(from)
  const found: LeftLink[] = []
  for (const { path, rule } of places) {
    signal?.throwIfAborted()
    const file = await readTextFile(join(paths.root, path), { maxBytes: 1_000_000 })
    if (!file.ok || !isNamed(file.text, name)) continue
    const { text } = file
    const links = isNote(path) ? parseNote(text, { path, sha256: '' }).links : []
    const lost = links.filter((link) => move.before(path, link) === from && !move.isSettled(path, link))
    found.push(...lost.map(({ line, target }) => ({ path, line, target, reason: rule })))
    if (!isNote(path) && text.includes(JSON.stringify(from).slice(1, -1))) found.push({ path, reason: rule })
  }
  return found
}

async function leftOut(paths: SpacePaths, signal: AbortSignal | undefined) {
  const beside = await filesBesideNotes(paths, { signal })
  const places = beside.flatMap(({ path, rule }) => (rule === undefined ? [] : [{ path, rule }]))
  const settings = await namesIn(join(paths.root, '.obsidian'))
  // Obsidian writes what is open in it anew all the time.
  const kept = settings.filter((name) => name.endsWith('.json') && !name.startsWith('workspace'))
  return [...places, ...kept.map((name) => ({ path: `.obsidian/${name}`, rule: 'settings of Obsidian' }))]
}

function isNamed(text: string, name: string): boolean {
  const folded = text.normalize('NFC').toLowerCase()
  return [name, encodeURI(name)].some((one) => folded.includes(one.toLowerCase()))
}

function isNote(path: string): boolean {
  return /\.(?:md|markdown|org)$/i.test(path)
}
