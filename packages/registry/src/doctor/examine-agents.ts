import { type Finding, CodedError, errorFinding, infoFinding, warningFinding } from '@datacortex/errors'
import type { Registry } from '../file/registry.ts'
import { type FileLookup, checkFiles } from './check-files.ts'
import { checkRelations } from './check-relations.ts'
import { resolveAgent } from '../file/names/resolve-agent.ts'
import { withDisabled } from '../file/names/disabled-agents.ts'
import type { AgentEntry } from '../file/agent-entry.ts'

/**
 * Examines the agents of a registry: names, relations, files, and what publishing would lack. Changes nothing.
 * @example const findings = await examineAgents(registry, { paths })
 */
export async function examineAgents(known: Registry, options: FileLookup): Promise<readonly Finding[]> {
  const registry = withDisabled(known)
  return [
    ...[...(known.disabled?.keys() ?? [])].map((id) =>
      infoFinding('AGENT_DISABLED', id, { message: 'it is disabled here', hint: `datacortex agent enable ${id}` }),
    ),
    ...checkAliases(registry),
    ...checkNames(registry),
    ...checkRelations(registry),
    ...(await checkFiles(registry, options)),
    ...checkPublishing(registry),
  ]
}

/** Former names that lead nowhere or in a circle, and deprecated agents without a successor. */
function checkAliases(registry: Registry): readonly Finding[] {
  return [...registry.agents.values()].flatMap(({ id, entry }): readonly Finding[] => {
    if (entry.removed) return []
    if (entry.alias === undefined) {
      if (entry.deprecated !== true || entry.note !== undefined) return []
      const message = 'it is deprecated and names no successor'
      return [infoFinding('SUCCESSOR_MISSING', id, { message, hint: 'Add `alias` or `note`.' })]
    }
    try {
      resolveAgent(registry, id)
      return []
    } catch (error) {
      if (!CodedError.is(error)) throw error
      return [errorFinding('ALIAS_BROKEN', id, { message: error.message, hint: error.hint })]
    }
  })
}

/** Different agents that carry the same name, so that people can't tell them apart. */
function checkNames(registry: Registry): readonly Finding[] {
  const live = [...registry.agents.values()].filter(({ entry }) => entry.alias === undefined && !entry.removed)
  return [...Map.groupBy(live, ({ entry }) => entry.name.trim().normalize('NFC').toLowerCase())]
    .filter(([, agents]) => agents.length > 1)
    .map(([name, agents]) => [name, agents.map(({ id }) => id)] as const)
    .map(([name, ids]) =>
      warningFinding('NAME_DUPLICATE', ids[0] ?? name, {
        message: `the name ${JSON.stringify(name)} is used by ${ids.join(', ')}`,
        hint: 'Give each a name of its own in agents.yaml.',
      }),
    )
}

/** Fields that an A2A 1.0 card or an ERC-8004 file needs and that are empty: one finding a field, with the agents. */
function checkPublishing(registry: Registry): readonly Finding[] {
  const live = [...registry.agents.values()].filter(({ entry }) => entry.alias === undefined && !entry.removed)
  return Object.entries(needs).flatMap(([field, isMissing]): readonly Finding[] => {
    const ids = live.filter(({ entry }) => isMissing(entry)).map(({ id }) => id)
    if (ids.length === 0) return []
    const named = ids.slice(0, 5).join(', ')
    const rest = ids.length > 5 ? ` and ${ids.length - 5} more` : ''
    return [
      infoFinding('PUBLISHING_FIELD_EMPTY', field, {
        message: `${ids.length === 1 ? 'one agent lacks' : `${ids.length} agents lack`} what publishing needs: ${named}${rest}`,
        hint: `Fill in \`${field}\` before exporting.`,
      }),
    ]
  })
}

const needs: Readonly<Record<string, (entry: AgentEntry) => boolean>> = {
  name: (entry) => entry.name.trim() === '',
  description: (entry) => entry.description.trim() === '',
  version: (entry) => entry.version === undefined,
  skills: (entry) => entry.skills.length === 0,
  'skills.tags': (entry) => entry.skills.some((skill) => skill.tags.length === 0),
}
