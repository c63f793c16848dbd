import {
  type RegisteredAgent,
  type Registry,
  agentTags,
  normaliseTag,
  publishedPart,
  withDisabled,
} from '@datacortex/registry'
import { z } from 'zod'
import { publishedTo } from '../caller/shown-to-strangers.ts'
import { dynamicFor } from '../dynamic/listed-dynamic.ts'
import { type Asked, operation } from '../operation.ts'
import { flag, name, tags } from '../schema.ts'
import { agentCounts } from './agent-counts.ts'
import { followRoots } from './follow-roots.ts'
import { knownTags } from './known-tags.ts'

const input = z.strictObject({
  tags,
  module: name.optional().describe('Only of this module.'),
  deprecated: flag('Only these, or none of them.'),
  dynamic: flag('With the agents that agents made.'),
})

export const listAgents = operation({
  input,
  output: z.looseObject({ agents: z.array(z.looseObject({ id: z.string(), description: z.string() })) }),
  run: async (work, asked) => {
    const roots = await followRoots(work)
    const { registry: known, modules } = await work.catalogue()
    const registry = withDisabled(known)
    const agents = [...registry.agents.values()].filter(
      ({ entry, module }) =>
        (asked.tags ?? []).every((tag) => agentTags(entry).includes(normaliseTag(tag))) &&
        (asked.module === undefined || module === asked.module) &&
        (asked.deprecated !== true || entry.deprecated === true),
    )
    const names = new Set([...registry.modules.keys(), ...modules.modules.map((module) => module.name)])
    const published = await publishedTo(work)
    const shown = published === undefined ? agents : forStranger(agents, published)
    const tree = asked.dynamic === true ? await dynamicFor(work) : undefined
    return {
      agents: shown.map((agent) => ({
        ...listed(agent, known.disabled?.has(agent.id) === true),
        /** How its file differs from what is registered of it; null if it does not. */
        source_state: agent.entry.removed === true ? null : (roots.states.get(agent.id) ?? null),
      })),
      /** Those that agents made and the caller may use, each after its parent, if they were asked for. */
      dynamic: tree?.dynamic,
      /** What is to be said of the files that they were imported from. */
      findings: [...roots.findings, ...(tree?.findings ?? [])],
      counts: agentCounts(known),
      /** Why there are none, if one was asked for that nobody knows. */
      unknown: agents.length === 0 ? unknownFilters(asked, { names, registry }) : undefined,
    }
  },
})

/** Where their files lie is not published. */
function forStranger(agents: readonly RegisteredAgent[], published: ReadonlyMap<string, RegisteredAgent>) {
  return agents.flatMap(({ id }) => {
    const agent = published.get(id)
    return agent === undefined ? [] : [{ ...agent, entry: publishedPart(agent.entry) }]
  })
}

function unknownFilters(
  { module, tags: asked = [] }: Asked<typeof input>,
  { names, registry }: { readonly names: ReadonlySet<string>; readonly registry: Registry },
) {
  const known = new Set([...registry.agents.values()].flatMap(({ entry }) => agentTags(entry)))
  return {
    module: module === undefined || names.has(module) ? undefined : module,
    tags: asked.filter((tag) => !known.has(normaliseTag(tag))),
    // Most modules bring a source or a runner and no agents.
    known_modules: [...registry.modules].filter(([, { agentIds }]) => agentIds.length > 0).map(([one]) => one),
    known_tags: knownTags(registry, 12),
  }
}

function listed({ id, module, entry }: RegisteredAgent, disabled: boolean) {
  return {
    id,
    name: entry.name,
    description: entry.description,
    skills: entry.skills.map((skill) => ({ id: skill.id, name: skill.name })),
    tags: [...new Set([...(entry.triggers?.tags ?? []), ...entry.skills.flatMap((skill) => skill.tags)])],
    source: entry.source ?? null,
    module: module ?? null,
    deprecated: entry.deprecated ?? false,
    /** Whether the file that it was made from is gone. */
    removed: entry.removed ?? false,
    /** Whether the space switched it off. */
    disabled,
  }
}
