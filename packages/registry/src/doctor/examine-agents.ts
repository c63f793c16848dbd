import {
  type Finding,
  CodedError,
  errorFinding,
  infoFinding,
  warningFinding,
  attempt,
  whenCoded,
} from '@datacortex/errors'
import type { RegisteredAgent, Registry } from '../file/registry.ts'
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
  const live = [...registry.agents.values()].filter(({ entry }) => entry.alias === undefined && !entry.removed)
  return [
    ...[...(known.disabled?.keys() ?? [])].map((id) =>
      infoFinding('AGENT_DISABLED', id, { message: 'it is disabled here', hint: `datacortex agent enable ${id}` }),
    ),
    ...checkAliases(registry),
    ...checkNames(live),
    ...checkRelations(registry),
    ...(await checkFiles(registry, options)),
    ...checkPublishing(live),
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
    const broken = ({ message, hint }: CodedError) => [errorFinding('ALIAS_BROKEN', id, { message, hint })]
    return attempt(() => (resolveAgent(registry, id), []), whenCoded(broken))
  })
}

/** Different agents that carry the same name, so that people can't tell them apart. */
function checkNames(live: readonly RegisteredAgent[]): readonly Finding[] {
  return [...Map.groupBy(live, ({ entry }) => entry.name.trim().normalize('NFC').toLowerCase())]
    .filter(([, agents]) => agents.length > 1)
    .map(([name, agents]) =>
      warningFinding('NAME_DUPLICATE', agents[0]?.id ?? name, {
        message: `the name ${JSON.stringify(name)} is used by ${agents.map(({ id }) => id).join(', ')}`,
        hint: 'Give each a name of its own in agents.yaml.',
      }),
    )
}

/** Fields that an A2A 1.0 card or an ERC-8004 file needs and that are empty: one finding a field, with the agents. */
function checkPublishing(live: readonly RegisteredAgent[]): readonly Finding[] {
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
