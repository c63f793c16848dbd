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

/** Breadth first, so that the nearest document of a name comes first. */
async function filesIn(reader: SpaceReader, places: readonly string[]) {
  const files: string[] = []
  const unread: string[] = []
  for (const place of places) {
    const top = await reader.spelled(place.replace(/\/$/, ''))
    if ((await reader.kindOf(top)) !== 'folder') continue
    const waiting = [{ folder: top, depth: 1 }]
    for (const { folder, depth } of waiting) {
      const entries = await entriesIn(reader, folder)
      if (typeof entries === 'string') unread.push(folder)
      for (const entry of typeof entries === 'string' ? [] : entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isSymbolicLink() && (await reader.kindOf(path)) === 'folder') unread.push(path)
        else if (!entry.isDirectory()) files.push(path)
        else if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
        else if (depth <= deepest) waiting.push({ folder: path, depth: depth + 1 })
        else unread.push(path)
      }
    }
  }
  return { files, unread }
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
