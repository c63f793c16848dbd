import { noteName, withoutNoteEnding } from '../head/note-head.ts'
import type { NoteLink } from '../note.ts'
import { pageName } from '../head/page-name.ts'

/** A note as other notes can name it. */
export type LinkTarget = { readonly path: string; readonly aliases?: readonly string[] | undefined }

/** A note with the links in it, which may tell how its vault writes links. */
export type LinkingNote = LinkTarget & { readonly links: readonly ResolvableLink[] }

export function linkingNotes(notes: ReadonlyMap<string, Omit<LinkingNote, 'path'>>): readonly LinkingNote[] {
  return Array.from(notes, ([path, { aliases, links }]) => ({ path, aliases, links }))
}

export type ResolvableLink = Pick<NoteLink, 'target' | 'syntax' | 'alias'>

export type ResolvedLink = {
  readonly path: string
  /** How many other notes the link could mean as well; usually 0. */
  readonly others: number
}

/**
 * Finds the notes that links lead to, as Obsidian does.
 *
 * In this order: relative to the linking note (`./`, `../`, Markdown links), the exact path, the note whose path ends
 * with the target, an alias or, in Logseq, the page `a/b` of a file `a___b.md`. Case, Unicode form and the ending `.md` don't matter. Of several notes the one that
 * shares most folders with the linking note is meant, then the one with the shortest path.
 * @example new LinkResolver([{ path: 'a/Bee.md' }]).resolve('b.md', { target: 'bee', syntax: 'wiki' }) // 'a/Bee.md'
 * @see https://help.obsidian.md/links
 */
export class LinkResolver {
  readonly #byPath = new Map<string, string[]>()
  /** By each end of a path that begins at a part: `c`, `b/c`, `a/b/c`. */
  readonly #byEnd = new Map<string, string[]>()
  readonly #byAlias = new Map<string, string[]>()
  readonly #nearest = new Map<readonly string[], ReadonlyMap<string, string>>()
  /** First folders (empty for the root) in which links are written `[[label|target]]`, as in Dendron. */
  labelFirst: ReadonlySet<string>

  constructor(notes: Iterable<LinkTarget>, options: { readonly labelFirst?: ReadonlySet<string> | undefined } = {}) {
    this.labelFirst = options.labelFirst ?? new Set()
    for (const { path, aliases } of notes) {
      const key = linkKey(path)
      add(this.#byPath, key, path)
      for (const end of pathEnds(key)) add(this.#byEnd, end, path)
      const name = noteName(path)
      const page = pageName(name)
      if (page !== name) add(this.#byAlias, foldName(page), path)
      for (const alias of aliases ?? []) add(this.#byAlias, foldName(alias), path)
    }
  }

  /** Reads links in the way that those in the notes are written. */
  static of(notes: readonly LinkingNote[]): LinkResolver {
    const resolver = new LinkResolver(notes)
    resolver.labelFirst = findLabelFirst(notes, resolver)
    return resolver
  }

  /** The path of the note that a link leads to, or undefined if there is none. */
  resolve(from: string, link: ResolvableLink): string | undefined {
    return this.resolveDetailed(from, link)?.path
  }

  /** As {@link LinkResolver.resolve}, with how many other notes the link could mean. */
  resolveDetailed(from: string, link: ResolvableLink): ResolvedLink | undefined {
    const target = writtenTarget(link, this.labelFirst.has(firstFolder(from)))
    if (target === '') return undefined
    return this.#find(parentFolder(from), target, link.syntax)
  }

  #find(folder: string, target: string, syntax: NoteLink['syntax']): ResolvedLink | undefined {
    const folded = foldName(target)
    const alias = this.#byAlias.get(folded)
    if (folded.startsWith('id:')) return this.#choose(alias, folder)
    const isRelative = target.startsWith('./') || target.startsWith('../')
    const isFromRoot = target.startsWith('/')
    if (isRelative || (syntax !== 'wiki' && !isFromRoot)) {
      const joined = joinPath(folder, target)
      const found = joined === undefined ? undefined : this.#choose(this.#byPath.get(linkKey(joined)), folder)
      if (found !== undefined || isRelative) return found
    }
    const key = withoutNoteEnding(isFromRoot ? foldName(target.replace(/^\/+/, '')) : folded)
    const exact = key.includes('/') || isFromRoot ? this.#byPath.get(key) : undefined
    return this.#choose(exact ?? this.#byEnd.get(key) ?? alias, folder)
  }

  #choose(candidates: readonly string[] | undefined, folder: string): ResolvedLink | undefined {
    const [first, second] = candidates ?? []
    if (candidates === undefined || first === undefined) return undefined
    if (second === undefined) return { path: first, others: 0 }
    const nearest = this.#nearest.get(candidates) ?? bestByFolder(candidates)
    this.#nearest.set(candidates, nearest)
    let path: string | undefined
    for (let above = folder; path === undefined && above !== ''; above = parentFolder(above)) path = nearest.get(above)
    return { path: path ?? nearest.get('') ?? first, others: candidates.length - 1 }
  }
}

/** The part of a link that names a note, without heading, in the way its vault writes links. */
export function writtenTarget({ target, alias, syntax }: ResolvableLink, labelFirst: boolean): string {
  const named = labelFirst && syntax === 'wiki' && alias !== undefined ? (alias.split('#')[0] ?? '') : target
  return named.replace(/^dendron:\/\/[^/]*\//i, '').trim()
}

export function firstFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')))
}

/** Names are compared in normal form C, without case and without the ending of notes. */
export function linkKey(path: string): string {
  return withoutNoteEnding(foldName(path))
}

export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/** Links name at most this many parts of a path; a longer one is compared as a whole. */
const mostParts = 8

function pathEnds(key: string): readonly string[] {
  const ends: string[] = []
  for (let at = key.length; at > 0 && ends.length < mostParts;) {
    at = key.lastIndexOf('/', at - 1)
    ends.push(key.slice(at + 1))
  }
  return ends
}

export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** A path relative to a folder, without `.` and `..`; undefined if it leaves the space. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.join('/')
}

/** For every folder that has one of the paths somewhere in it, the shortest of them. */
function bestByFolder(paths: readonly string[]): ReadonlyMap<string, string> {
  const best = new Map<string, string>()
  for (const path of paths.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)))
    for (let above = path; above !== '';) {
      above = parentFolder(above)
      if (!best.has(above)) best.set(above, path)
    }
  return best
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [path])
  else if (list.at(-1) !== path) list.push(path)
}

/**
 * First folders, empty for the root, whose wiki-links are written `[[label|target]]`, as in Dendron.
 * @example new LinkResolver(notes, { labelFirst: findLabelFirst(notes) })
 */
export function findLabelFirst(notes: readonly LinkingNote[], resolver = new LinkResolver(notes)) {
  const balance = new Map<string, number>()
  for (const { path, links } of notes)
    for (const { target, alias, syntax } of links) {
      if (syntax !== 'wiki' || alias === undefined) continue
      const folder = firstFolder(path)
      const bySecond = leads(resolver, path, alias.split('#')[0] ?? '')
      const vote = Number(bySecond) - Number(leads(resolver, path, target))
      balance.set(folder, (balance.get(folder) ?? 0) + vote)
    }
  return new Set([...balance].filter(([, votes]) => votes > 0).map(([folder]) => folder))
}

function leads(resolver: LinkResolver, from: string, target: string): boolean {
  return resolver.resolve(from, { target, syntax: 'wiki' }) !== undefined
}
