import { join } from 'node:path'
import { sectionOf } from '@datacortex/notes'
import { plainPath, sha256 } from '@datacortex/platform'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import type { Gathered } from './read-required.ts'
import { type SpaceReader, entriesIn } from './space-reader.ts'

/** Of a document that has it, the only part that an agent is given. */
const agentSection = 'Agent Context'
const deepest = 8

/** Documents by id, and the folders in which they are looked for at any depth. */
export type ReferenceList = { readonly ids: readonly string[]; readonly places: readonly string[] }

/** Reads documents that an agent refers to: of each the section for agents, or all; and what is missing, and why. */
export async function readReferences(reader: SpaceReader, lists: readonly ReferenceList[]): Promise<Gathered> {
  const found = new Map<string, ContextCandidate>()
  const leftOut: LeftOut[] = []
  for (const { ids, places } of lists) {
    if (ids.length === 0) continue
    const { files, unread } = await filesIn(reader, places)
    for (const id of new Set(ids)) {
      const named = await namedBy(reader, { id, files })
      // A hidden document takes no place of an open one, and no open one says what a hidden one is called.
      const file = named.find((path) => reader.refusal(path) === undefined) ?? named[0]
      for (const other of named.filter((path) => path !== file))
        leftOut.push({
          origin: other,
          reason: reader.refusal(other) ?? `${id} names ${file} as well, which is taken`,
        })
      if (file === undefined)
        leftOut.push({
          origin: id,
          reason: missing(id, { places, unread: unread.filter((path) => reader.refusal(path) === undefined) }),
        })
      else if (!found.has(file)) {
        const unsafe = id.includes('/') ? reader.unsafe(id) : undefined
        const part = unsafe === undefined ? await readSection(reader, { file, id }) : { origin: id, reason: unsafe }
        if ('reason' in part) leftOut.push(part)
        else found.set(file, part)
      }
    }
  }
  return { found: [...found.values()], leftOut }
}

async function filesIn(reader: SpaceReader, places: readonly string[]) {
  const files: string[] = []
  const unread: string[] = []
  for (const place of places) {
    const clean = await reader.spelled(place.replace(/\/$/, ''))
    if ((await reader.kindOf(clean)) !== 'folder') continue
    const pathOf = (...parts: readonly string[]): string => [clean, ...parts].filter((part) => part !== '').join('/')
    const found = await foldersIn(reader, clean)
    for (const folder of found.folders) for (const name of folder.files) files.push(pathOf(folder.path, name))
    unread.push(...found.unread.map((path) => pathOf(path)))
  }
  return { files, unread }
}

/** Breadth first, so that the nearest document of a name comes first. */
async function foldersIn(reader: SpaceReader, top: string) {
  const folders: { readonly path: string; readonly files: readonly string[] }[] = []
  const unread: string[] = []
  const waiting = ['']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const files: string[] = []
    const entries = await entriesIn(reader, join(top, path))
    if (typeof entries === 'string') unread.push(path)
    for (const entry of typeof entries === 'string' ? [] : entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isSymbolicLink() && (await reader.kindOf(join(top, below))) === 'folder') unread.push(below)
      else if (!entry.isDirectory()) files.push(entry.name)
      else if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      else if (below.split('/').length <= deepest) waiting.push(below)
      else unread.push(below)
    }
    folders.push({ path, files })
  }
  return { folders, unread }
}

async function namedBy(reader: SpaceReader, { id, files }: { id: string; files: readonly string[] }) {
  if (id.includes('/')) {
    if (id.includes('://')) return []
    const path = await reader.spelled(plainPath(id))
    return (await reader.kindOf(path)) === 'folder' ? [] : [path]
  }
  const wanted = id.normalize('NFC').toLowerCase().replace(ending, '')
  const exact = files.filter((path) => nameOf(path).replace(ending, '') === wanted)
  return exact.length > 0 ? exact : files.filter((path) => isNamed(nameOf(path), wanted))
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase()
}

const ending = /\.(?:md|markdown|org|txt|ya?ml)$/i

/** `DIP-0009` names `DIP-0009.md` and `DIP-0009-gtd.md`, never `DIP-00091.md`. */
function isNamed(name: string, wanted: string): boolean {
  return name.startsWith(wanted) && /^(?:[-_ ].*)?\.(?:md|markdown|org|txt|ya?ml)$/.test(name.slice(wanted.length))
}

function missing(id: string, { places, unread }: { places: readonly string[]; unread: readonly string[] }): string {
  if (id.includes('://')) return 'it is no file of the space; nothing is fetched for a context'
  if (id.includes('/')) return 'it is a folder, not a document'
  const named = unread.slice(0, 3).join(', ')
  const more = unread.length > 3 ? ` and ${unread.length - 3} more` : ''
  return `no such document in ${places.join(' or ')}${unread.length === 0 ? '' : `; not looked into: ${named}${more}`}`
}

async function readSection(
  reader: SpaceReader,
  { file, id }: { file: string; id: string },
): Promise<ContextCandidate | LeftOut> {
  const read = await reader.read(file)
  if ('reason' in read) return { origin: file, reason: read.reason }
  const hash = sha256(read.bytes)
  const section = sectionOf(read.text, agentSection)
  // The heading is the same in every document, and under it there may be nothing yet.
  const body = section?.text.split('\n').slice(1).join('\n').trim() ?? ''
  if (section !== undefined && body !== '') {
    const provenance = { sha256: hash, start: section.start, end: section.end, because: `refers to ${id}` }
    return { kind: 'reference', origin: file, text: body, provenance }
  }
  const text = read.text.trim()
  if (text === '') return { origin: file, reason: 'it is empty' }
  const because = `refers to ${id}, which has no section "${agentSection}"`
  return { kind: 'reference', origin: file, text, provenance: { sha256: hash, because } }
}
