import { isRecord } from '@datacortex/platform'
import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'
import { agentId } from '../collect/agent-id.ts'
import { textOf } from '../formats/field-values.ts'
import { triggerExamples } from '../formats/trigger-examples.ts'

export type WrittenAgent = {
  readonly host: string
  readonly slug: string
  readonly carried: Readonly<Record<string, unknown>>
}

/** Names what an entry says and its file for a host does not: an import of the file would not bring it back. */
export function lostFields({ id, entry }: RegisteredAgent, { host, slug, carried }: WrittenAgent): readonly string[] {
  const isOwn = entry.format === host
  const lost: Readonly<Record<string, boolean>> = {
    id: agentId(textOf(carried['name']) ?? slug) !== id,
    name: entry.name !== id && carried['name'] !== entry.name,
    description: carried['description'] !== entry.description,
    version: entry.version !== undefined && host !== 'skill' && carried['version'] === undefined,
    skills: hasSkillsOfItsOwn(entry, id),
    triggers: hasTriggersOfItsOwn(entry),
    runtime: entry.runtime !== undefined && !isOwn,
    spawns: isList(entry.spawns) && host !== 'copilot' && !isOwn,
  }
  const without = others.filter((field) => isList(entry[field]) || isFilled(entry[field]))
  return [...Object.keys(lost).filter((field) => lost[field] === true), ...without]
}

// No host has these.
const others = ['reads', 'writes', 'references', 'can_be_called_by', 'delegates_to', 'components', 'hooks'] as const

/** More than the one that an import makes of the description. */
function hasSkillsOfItsOwn({ skills }: AgentEntry, id: string): boolean {
  return skills.some((skill) => skill.id !== id)
}

/** More than an import finds in the description. */
function hasTriggersOfItsOwn({ triggers, description }: AgentEntry): boolean {
  const { examples = [], ...rest } = triggers ?? {}
  const known = new Set(triggerExamples([description]))
  return Object.values(rest).some(isList) || examples.some((example) => !known.has(example))
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0
}
