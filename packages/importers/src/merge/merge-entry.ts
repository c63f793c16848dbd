import { isDeepStrictEqual } from 'node:util'
import { isAbsolute } from 'node:path'
import { isRecord } from '@datacortex/platform'
import { type AgentEntry, agentFields, isField, pathsWhere } from '@datacortex/registry'
import { type EntryField, entryFields, entryOf, isMadeUpSkill } from './entry-fields.ts'
import { type ImportRecord, fingerprint, itemLists, shortHash, recordOf } from './import-record.ts'

/** A field in which a person and the source say different things; the person's counts. */
export type KeptField = {
  readonly path: string
  /** What the source says now; undefined if it says nothing any more. */
  readonly said: unknown
}

/** What the importer wrote (`record`) becomes what the source says now, also nothing; what a person wrote stays. */
export function mergeEntry(existing: AgentEntry, imported: AgentEntry, record: ImportRecord) {
  const [has, says] = [entryFields(existing), entryFields(imported)]
  const merged = new Map<string, EntryField>()
  const kept: KeptField[] = []
  for (const path of new Set([...has.keys(), ...says.keys()])) {
    const field = has.get(path) ?? says.get(path)
    if (field === undefined) continue
    const sides = { path, own: has.get(path)?.value, said: says.get(path)?.value, record }
    const { value, isKept } = itemLists.has(path) ? mergeList(sides) : mergeValue(sides)
    if (value !== undefined) merged.set(path, { ...field, value })
    if (isKept && isReported(path, imported)) kept.push({ path, said: sides.said })
  }
  return { entry: entryOf(merged, { ...existing, ...imported }), kept }
}

/** Whether the source says the same as when the entry was made. */
export function isSameSource(existing: AgentEntry, imported: AgentEntry): boolean {
  return (
    existing.sha256 !== undefined &&
    existing.source === imported.source &&
    existing.format === imported.format &&
    revision(existing) === revision(imported)
  )
}

// One file holds many agents of a registry, so each entry has its own hash beside that of the file.
function revision({ source, sha256, 'x-datacore': extension }: AgentEntry): string {
  const own = isRecord(extension) ? String(extension['sha256']) : ''
  return isRecord(extension) && extension['from'] === source ? own : `${sha256} ${own}`
}

/** Programs write some fields, and of a skill that is made of the description nothing is lost. */
function isReported(path: string, imported: AgentEntry): boolean {
  if (isField(path) && agentFields[path].writtenBy === 'programs') return false
  return !path.startsWith('skills') || !isMadeUpSkill(imported)
}

type Sides = {
  readonly path: string
  readonly own: unknown
  readonly said: unknown
  readonly record: ImportRecord
}

type Merged = { readonly value: unknown; readonly isKept: boolean }

function mergeValue({ path, own, said, record }: Sides): Merged {
  const before = record.get(path)
  const isOwn = before !== printOf(path, own)
  const isChanged = before !== printOf(path, said)
  if (!isOwn || isDeepStrictEqual(own, said)) return { value: said, isKept: false }
  return { value: own, isKept: isChanged }
}

/** Items that the source gave and gives no more go, also out of a list that a person changed. */
function mergeList({ path, own, said, record }: Sides): Merged {
  const before = record.get(path)
  if (before === printOf(path, own)) return { value: said, isKept: false }
  const [mine, theirs] = [itemsOf(own), itemsOf(said)]
  const given = new Set(before?.split(',') ?? [])
  const now = new Set(theirs.map(shortHash))
  const left = mine.filter((item) => !given.has(shortHash(item)) || now.has(shortHash(item)))
  const added = theirs.filter((item) => !given.has(shortHash(item)) && !left.includes(item))
  // A right is nothing that a source may add to what a person wrote.
  const value = path === 'reads.required' ? [...left, ...added] : left
  const isAbsent = own === undefined && value.length === 0
  return { value: isAbsent ? undefined : value, isKept: path !== 'reads.required' && added.length > 0 }
}

function printOf(path: string, value: unknown): string | undefined {
  return value === undefined ? undefined : fingerprint(path, value)
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What an agent may do by its entry. Who may call it is not among it: without that list anybody may. */
export const rights: ReadonlySet<string> = pathsWhere((field) => field.rights)

/** What the importer wrote into an entry without a record. Of a changed source: what that says, and rights. */
export function assumedRecord(existing: AgentEntry, imported: AgentEntry): ImportRecord {
  if (existing.sha256 === undefined) return new Map()
  const reads = existing.reads?.required ?? []
  const contexts = reads.filter((file) => isAbsolute(file) && file.endsWith('/AGENTS.md'))
  // Earlier versions took over fewer files than this one.
  const isSame = isSameSource(existing, imported)
  const required = isSame ? reads.filter((file) => imported.reads?.required?.includes(file)) : []
  return new Map([
    ...(isSame ? recordOf(imported) : replacedFields(existing, imported)),
    // Importers wrote such paths, which nothing reads; a person who tried would have seen it.
    ['reads.required', fingerprint('reads.required', [...required, ...contexts])],
  ])
}

function replacedFields(existing: AgentEntry, imported: AgentEntry): ImportRecord {
  const says = entryFields(imported)
  const hasOwnSkills = isMadeUpSkill(imported) && !isMadeUpSkill(existing)
  const [skill] = imported.skills
  const isTagged = skill !== undefined && !(skill.tags.length === 1 && skill.tags[0] === skill.id)
  const isReplaced = (path: string): boolean => {
    if (rights.has(path)) return true
    if (path === 'skills.tags' && !isTagged) return false
    return path.startsWith('skills') ? !hasOwnSkills : says.has(path)
  }
  const replaced = [...entryFields(existing)].filter(([path]) => isReplaced(path))
  return new Map(replaced.map(([path, { value }]) => [path, fingerprint(path, value)]))
}
