import type { Dirent } from 'node:fs'
import type { LeftOut } from '../context-block.ts'
import { type SpaceReader, absent, entriesIn } from '../space-reader.ts'
import { expandGroups } from './expand-groups.ts'
import { nameMatcher } from './name-matcher.ts'

/** Files that a required path stands for, and what in it is passed over. */
export type RequiredFiles = { readonly files: readonly string[]; readonly leftOut: readonly LeftOut[] }

/** A folder or pattern with more entries is no list of knowledge to read. */
export const mostEntries = 5000
/** Files and folders that a pattern leads through. */
export const mostSeen = 200_000
/** Names that are held against what a pattern stands for: one with many groups holds each against all of them. */
const mostTried = 2_000_000
const mostGroups = 1000
const longestPattern = 4096

/** The files that a pattern matches; links only where it names them, dot names and `node_modules` likewise. */
export async function matchingFiles(
  reader: SpaceReader,
  pattern: string,
  signal?: AbortSignal,
): Promise<RequiredFiles | string> {
  const plain = pattern.length > longestPattern ? undefined : expandGroups(pattern, mostGroups)
  if (plain === undefined)
    return `the pattern is too long or has groups that stand for more than ${mostGroups} patterns`
  const seen: Seen = { files: new Set(), folders: new Set(), links: new Map(), hidden: new Set(), entered: new Set() }
  const waiting: Place[] = [{ folder: '', ways: plain.map(wayOf) }]
  let [entries, tried] = [0, 0]
  let ended: string | undefined
  for (const place of waiting) {
    signal?.throwIfAborted()
    const looked = await lookAt(reader, place, seen)
    for (const next of looked.next) waiting.push(next)
    entries += looked.count
    tried += looked.tried
    if (seen.files.size > mostEntries) ended = `more than ${mostEntries} files match it`
    else if (entries > mostSeen) ended = `it leads to more than ${mostSeen} files`
    else if (tried > mostTried) ended = 'it stands for too many names to try all of them in so many folders'
    if (ended !== undefined) break
  }
  return found(reader, seen, { pattern, ended })
}

/** What is left of a pattern below a folder, part by part. */
type Way = readonly { readonly text: string; readonly matches?: ((name: string) => boolean) | undefined }[]

type Place = { readonly folder: string; readonly ways: readonly Way[] }

type Seen = {
  readonly files: Set<string>
  readonly folders: Set<string>
  /** With the reason why they are not followed. */
  readonly links: Map<string, string>
  /** Paths that only a pattern that names them means. */
  readonly hidden: Set<string>
  readonly entered: Set<string>
}

function wayOf(pattern: string): Way {
  const texts = pattern
    .split('/')
    .filter((text, index, all) => text !== '.' && (text !== '' || index === all.length - 1))
  const single = texts.filter((text, index) => text !== '**' || texts[index - 1] !== '**')
  return single.map((text) => ({ text, matches: /[*?[]/.test(text) && text !== '**' ? nameMatcher(text) : undefined }))
}

async function lookAt(reader: SpaceReader, { folder, ways }: Place, seen: Seen) {
  const below = new Map<string, Way[]>()
  const enter = (path: string, way: Way): void => {
    const others = below.get(path)
    if (others === undefined) below.set(path, [way])
    else others.push(way)
    seen.entered.add(path)
  }
  const all = ways.flatMap((way) => (way[0]?.text === '**' && way.length > 1 ? [way, way.slice(1)] : [way]))
  const isNamed = ([part]: Way): boolean => part?.text !== '**' && part?.matches === undefined
  const named = all.filter(isNamed)
  for (const way of named) {
    const [part, ...rest] = way
    if (part === undefined || part.text === '') continue
    const path = await reader.spelled(pathOf(folder, part.text))
    const kind = await reader.kindOf(path)
    if (typeof kind !== 'string') {
      if (kind.reason !== absent) seen.links.set(path, kind.reason)
    } else if (kind === 'file' && rest.length === 0) seen.files.add(path)
    else if (kind === 'folder' && isEnd(rest)) seen.folders.add(path)
    else if (kind === 'folder') enter(path, rest)
  }
  const open = all.filter((way) => !isNamed(way))
  const listed = open.length === 0 ? [] : await entriesIn(reader, folder)
  if (typeof listed === 'string') seen.links.set(folder === '' ? '.' : folder, listed)
  const entries = typeof listed === 'string' ? [] : listed
  for (const entry of entries)
    await matchEntry(reader, { entry, path: pathOf(folder, entry.name), open }, { seen, enter })
  return {
    next: Array.from(below, ([path, found]) => ({ folder: path, ways: unique(found) })),
    count: entries.length,
    // A name that is looked for on the disk takes as long as many that are compared.
    tried: entries.length * open.length + named.length * 20,
  }
}

async function matchEntry(
  reader: SpaceReader,
  { entry, path, open }: { entry: Dirent; path: string; open: readonly Way[] },
  { seen, enter }: { seen: Seen; enter: (path: string, way: Way) => void },
): Promise<void> {
  const isFile = !entry.isDirectory() && !entry.isSymbolicLink()
  const matching = open.filter(
    ([part, ...rest]) => (part?.matches?.(entry.name) ?? true) && (!isFile || rest.length === 0),
  )
  const asked = matching.filter(([part]) => !isHidden(entry.name) || part?.text.startsWith('.') === true)
  if (asked.length < matching.length) seen.hidden.add(path)
  if (asked.length === 0) return
  const behind = entry.isSymbolicLink() ? await reader.kindOf(path) : undefined
  for (const way of asked) {
    const [part, ...rest] = way
    const isOver = part?.text === '**'
    if (entry.isDirectory() && (isOver || !isEnd(rest))) enter(path, isOver ? way : rest)
    else if (entry.isDirectory() || (behind === 'folder' && !isOver && isEnd(rest))) seen.folders.add(path)
    else if (behind === 'folder') seen.links.set(path, 'a link in a folder is not followed; name it by itself')
    else if (rest.length === 0) seen.files.add(path)
    else if (behind !== undefined && behind !== 'file' && behind.reason !== absent) seen.links.set(path, behind.reason)
  }
}

function found(
  reader: SpaceReader,
  { files, folders, links, hidden, entered }: Seen,
  { pattern, ended }: { pattern: string; ended: string | undefined },
): RequiredFiles | string {
  const read = [...files].sort().slice(0, mostEntries)
  const inside = new Set(read.flatMap(foldersAbove))
  const leftOut = [
    ...(ended === undefined ? [] : [{ origin: pattern, reason: `${ended}; this is where reading ended` }]),
    ...Array.from(links, ([origin, reason]) => ({ origin, reason })).filter(({ origin }) => !entered.has(origin)),
    ...passedOver(
      reader,
      [...hidden].filter((path) => !entered.has(path) && !files.has(path)),
      { origin: pattern, reason: hiddenReason },
    ),
    ...passedOver(
      reader,
      [...folders].filter((path) => !inside.has(path) && !entered.has(path)),
      { origin: pattern, reason: 'it matches folders, of which nothing is read' },
    ),
  ]
  if (read.length > 0) return { files: read, leftOut }
  return leftOut.length === 0 ? nothing : { files: [], leftOut: [...leftOut, { origin: pattern, reason: nothing }] }
}

const nothing = 'no file matches'
const hiddenReason = 'what begins with a dot and node_modules are read only by a pattern that names them; passed over'

/** Nothing follows, or only that it is to be a folder. */
function isEnd(rest: Way): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0]?.text === '')
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

function pathOf(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Many ways may lead to the same place, such as `**` before `**`. */
function unique(ways: readonly Way[]): readonly Way[] {
  return [...new Map(ways.map((way) => [way.map(({ text }) => text).join('/'), way])).values()]
}

/** What of a folder or pattern is not read: some by name; what may not be named stands alone, with its reason. */
export function passedOver(reader: SpaceReader, paths: readonly string[], { origin, reason }: LeftOut) {
  const open: string[] = []
  const refused: LeftOut[] = []
  for (const path of paths) {
    const why = reader.refusal(path)
    if (why === undefined) open.push(path)
    else refused.push({ origin: path, reason: why })
  }
  if (open.length === 0) return refused
  const more = open.length > 5 ? ` and ${open.length - 5} more` : ''
  return [...refused, { origin, reason: `${reason}: ${open.toSorted().slice(0, 5).join(', ')}${more}` }]
}
