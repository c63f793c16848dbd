import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { type Registry, agentHooks } from '@datacortex/registry'

/**
 * What of the hooks in `agents.yaml` has no effect: profiles that are not there, and kinds that nothing here runs. Who counts on
 * them should know.
 * @returns One finding for each profile and each kind.
 * @example examineHooks(catalogue.registry)
 */
export function examineHooks(registry: Registry): readonly Finding[] {
  const agents = [...registry.agents.values()].filter(
    ({ entry }) => entry.removed !== true && entry.alias === undefined,
  )
  const profiles = new Map<string, string[]>()
  const kinds = new Map<string, string[]>()
  const add = (map: Map<string, string[]>, name: string, id: string): void => {
    const ids = map.get(name) ?? []
    if (!ids.includes(id)) map.set(name, [...ids, id])
  }
  for (const agent of agents) {
    const { profile } = agent.entry
    if (profile !== undefined && !Object.hasOwn(registry.hookLists?.profiles ?? {}, profile))
      add(profiles, profile, agent.id)
    for (const { type, config } of agentHooks(registry, agent))
      for (const name of unheeded(type, config)) add(kinds, name, agent.id)
  }
  return [
    ...[...profiles].map(([profile, ids]) =>
      warningFinding('HOOK_PROFILE_UNKNOWN', profile, {
        message: `${named(ids)} would inherit the hooks of the profile ${profile}, which agents.yaml does not have; the default ones hold`,
        hint: 'Correct `profile`, or add it to `profiles`: that of an imported agent stands in the agents.yaml that it came from.',
      }),
    ),
    ...[...kinds].map(([name, ids]) =>
      infoFinding('HOOK_NOT_RUN', name, {
        message: `nothing here runs this hook of ${named(ids)}`,
        hint: 'A module of the kind hooks can do it: packages/plugin/README.md.',
      }),
    ),
  ]
}

/** What is done for every run in any case, and what `hookSettings` reads. */
const heeded: ReadonlySet<string> = new Set([
  'context-inject',
  'classify-error',
  'embed-outputs',
  'learning-extract',
  'metrics-log',
  'output-exists',
  'quality-gate',
  'validate-preconditions',
])

function unheeded(type: string, config: Readonly<Record<string, unknown>>): readonly string[] {
  if (!heeded.has(type)) return [type]
  const keys =
    type === 'validate-preconditions'
      ? ['required_state']
      : type === 'quality-gate'
        ? ['require_structured_response']
        : []
  return keys.filter((key) => key in config && config[key] !== false).map((key) => `${type}: ${key}`)
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, mostNamed).join(', ')
  return ids.length > mostNamed ? `${shown} and ${ids.length - mostNamed} more` : shown
}

const mostNamed = 3
