import type { AgentEntry, AgentSkill } from '../agent-entry.ts'
import { isRecord } from '@datacortex/platform'

/**
 * The entry of an agent whose source has changed: what the source says replaces, what a person added stays.
 *
 * In `triggers` and `reads` that holds for each list by itself. Skills that a person wrote stay if the source has only
 * the one that is made from its description; files to read are joined.
 *
 * @param existing - As registered.
 * @param imported - As read from the source now.
 */
export function mergeEntry(existing: AgentEntry, imported: AgentEntry): AgentEntry {
  return {
    ...existing,
    ...imported,
    skills: mergeSkills(existing, imported),
    ...(isRecord(existing.triggers) || isRecord(imported.triggers)
      ? { triggers: { ...existing.triggers, ...imported.triggers } }
      : {}),
    ...(isRecord(existing.reads) || isRecord(imported.reads)
      ? { reads: mergeReads(existing.reads, imported.reads) }
      : {}),
  }
}

/**
 * Whether the source says the same as when the entry was made, so that edits by hand are left alone.
 *
 * @param existing - As registered.
 * @param imported - As read from the source now.
 */
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

function mergeSkills(existing: AgentEntry, imported: AgentEntry): AgentEntry['skills'] {
  const fresh = madeUpSkill(imported)
  if (fresh === undefined || existing.skills.length === 0) return imported.skills
  const old = madeUpSkill(existing)
  if (old === undefined) return existing.skills
  const tags = fresh.tags.length === 1 && fresh.tags[0] === fresh.id ? old.tags : fresh.tags
  return [{ ...fresh, ...old, name: fresh.name, description: fresh.description, tags }]
}

/** The one skill that is made from the description when a source names none. */
function madeUpSkill({ name, description, skills }: AgentEntry): AgentSkill | undefined {
  const [first, ...more] = skills
  return more.length === 0 && first?.name === name && first.description === description ? first : undefined
}

function mergeReads(existing: AgentEntry['reads'], imported: AgentEntry['reads']): AgentEntry['reads'] {
  const required = [...new Set([...(existing?.required ?? []), ...(imported?.required ?? [])])]
  return { ...existing, ...imported, ...(required.length === 0 ? {} : { required }) }
}
