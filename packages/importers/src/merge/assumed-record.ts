import { isAbsolute } from 'node:path'
import { type AgentEntry, pathsWhere } from '@datacortex/registry'
import { entryFields } from './entry-fields.ts'
import { type ImportRecord, fingerprint, recordOf } from './import-record.ts'
import { isMadeUpSkill } from './made-up-skill.ts'
import { isSameSource } from './merge-entry.ts'

/** What an agent may do by its entry. Who may call it is not among it: without that list anybody may. */
export const rights: ReadonlySet<string> = pathsWhere((field) => field.rights)

/**
 * What the importer is taken to have written into an entry that keeps no record of it. An unchanged source gave what it
 * gives now. One that has changed may have given anything: what it still says something about was the importer's, and so
 * were rights, lest one that the source took back stays. Everything else was a person's, as is all of an entry that no
 * importer made.
 */
export function assumedRecord(existing: AgentEntry, imported: AgentEntry): ImportRecord {
  if (existing.sha256 === undefined) return new Map()
  const reads = existing.reads?.required ?? []
  const contexts = reads.filter((file) => isAbsolute(file) && file.endsWith('/AGENTS.md'))
  // Earlier versions took over fewer files than this one.
  const required = isSameSource(existing, imported) ? reads.filter((file) => isRequired(imported, file)) : []
  return new Map([
    ...(isSameSource(existing, imported) ? recordOf(imported) : replacedFields(existing, imported)),
    // Importers wrote such paths, which nothing reads; a person who tried would have seen it.
    ['reads.required', fingerprint('reads.required', [...required, ...contexts])],
  ])
}

function isRequired({ reads }: AgentEntry, file: string): boolean {
  return reads?.required?.includes(file) === true
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
