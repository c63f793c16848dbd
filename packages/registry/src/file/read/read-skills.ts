import { withoutUndefined } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import type { AgentSkill } from '../agent-entry.ts'
import type { FieldReading } from '../agent-field.ts'
import { describe } from './field-reader.ts'

export function readSkills(value: unknown, reading: FieldReading): readonly AgentSkill[] {
  const { id, log } = reading
  if (value === undefined) return []
  if (value === null || value === '') {
    log.deviates('REGISTRY_EMPTY_LIST', id)
    return []
  }
  if (typeof value === 'string') log.deviates('REGISTRY_SCALAR_LIST', id)
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? [value] : keyed(value)
  if (items.length === 0 && !Array.isArray(value) && !isRecord(value))
    log.leavesOut(id, `skills should be a list but is ${describe(value)}; it is left out.`)
  return items.flatMap((item, index) => {
    const skill = readSkill(item, `skills[${index}]`, reading)
    return skill === undefined ? [] : [skill]
  })
}

// A map of id to skill reads like the list it replaces.
function keyed(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return []
  return Object.entries(value).map(([key, skill]) => (isRecord(skill) ? { id: key, ...skill } : { id: key }))
}

function readSkill(item: unknown, field: string, { id: agent, log, text, list }: FieldReading): AgentSkill | undefined {
  if (item === null || item === '') {
    log.deviates('REGISTRY_EMPTY_LIST', agent)
    return undefined
  }
  if (typeof item === 'string' || typeof item === 'number') {
    log.deviates('REGISTRY_STRING_SKILLS', agent)
    const skill = String(item)
    return { id: skill, name: skill, description: skill, tags: [skill] }
  }
  if (!isRecord(item)) {
    log.leavesOut(agent, `${field} should be a map but is ${describe(item)}; it is left out.`)
    return undefined
  }
  const id = text(item['id'], `${field}.id`)
  const name = text(item['name'], `${field}.name`)
  const description = text(item['description'], `${field}.description`)
  const tags = list(item['tags'], `${field}.tags`)
  const known = id || name || description
  if (!known) {
    log.leavesOut(agent, `${field} has no id, name or description; it is left out.`)
    return undefined
  }
  if (!id || !name || description === undefined || tags === undefined) log.deviates('REGISTRY_PARTIAL_SKILLS', agent)
  const examples = list(item['examples'], `${field}.examples`)
  const inputModes = list(item['inputModes'], `${field}.inputModes`)
  const outputModes = list(item['outputModes'], `${field}.outputModes`)
  return {
    id: id || kebab(known),
    name: name || known,
    description: description ?? known,
    tags: tags ?? [],
    ...withoutUndefined({ examples, inputModes, outputModes }),
  }
}

function kebab(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return id.slice(0, 64) || text
}
