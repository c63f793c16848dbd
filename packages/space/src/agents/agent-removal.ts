import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type SpacePaths, ifRefused, isBelow } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import type { NamedAgents, RegisteredAgent, Registry } from '@datacortex/registry'
import { agentSourceFile, namedAgents, nearestIds, updateRegistry, registryError } from '@datacortex/registry'
import { spaceError } from '../errors.ts'

/** An entry that stays and names an agent that goes. */
export type NamedBy = NamedAgents & { readonly id: string }

export type KnownAgents = {
  readonly registry: Registry
  readonly modules: readonly Pick<DiscoveredModule, 'name' | 'origin'>[]
}

export type AgentRemoval = {
  readonly removed: readonly RegisteredAgent[]
  /** Entries that are left without the agent that they name. */
  readonly namedBy: readonly NamedBy[]
  /** Ids that an agent of the program or of an npm package takes over: the entry hid it. */
  readonly uncovered: readonly string[]
}

/** What it would mean to take agents out of the registry of a space. */
export function planRemoval({ registry, modules }: KnownAgents, ids: readonly string[]): AgentRemoval {
  const removed = [...new Set(ids)].map((id) => {
    const agent = registry.agents.get(id)
    if (agent === undefined) throw registryError('REGISTRY_AGENT_NOT_FOUND', { id, nearest: nearestIds(registry, id) })
    return agent
  })
  for (const { id, module } of removed) {
    // An entry of a module that is there no more is nothing but an entry.
    const owner = modules.find(({ name }) => name === module)
    if (owner !== undefined) throw spaceError('CLI_AGENT_OF_MODULE', { id, module: owner.name, origin: owner.origin })
  }
  const gone = new Set(removed.map(({ id }) => id))
  const uncovered = [...gone].filter((id) => isHiding(registry, id))
  return { removed, namedBy: namedBy(registry, { gone, uncovered }), uncovered }
}

function isHiding({ findings }: Registry, id: string): boolean {
  return findings.some(({ code, subject }) => code === 'MODULE_AGENT_SHADOWED' && subject === id)
}

/** Takes agents out of agents.yaml, all or none. */
export async function takeOut(
  paths: SpacePaths,
  { removed }: AgentRemoval,
  options: { readonly dryRun?: boolean | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const edit: Parameters<typeof updateRegistry<void>>[1] = ({ registry, deleteAgent }) => {
    for (const { id } of removed)
      if (!deleteAgent(id)) throw registryError('REGISTRY_AGENT_NOT_FOUND', { id, nearest: nearestIds(registry, id) })
  }
  await updateRegistry(paths, edit, options)
}

/** Ids of the agents that were made from files at or below some paths, those of modules aside. */
export async function agentsFrom(
  { registry, modules }: KnownAgents,
  { paths, from }: { readonly paths: SpacePaths; readonly from: readonly string[] },
): Promise<readonly string[]> {
  const own = new Set<string | undefined>(modules.map(({ name }) => name))
  // A folder that is gone may still be named.
  const real = from.map(async (path) => await realpath(path).catch(ifRefused(resolve(path))))
  const places = [...from.map((path) => resolve(path)), ...(await Promise.all(real))]
  return [...registry.agents.values()]
    .filter(({ entry, module }) => {
      const file = own.has(module) ? undefined : agentSourceFile(paths, entry)
      return file !== undefined && places.some((place) => isBelow(file, place))
    })
    .map(({ id }) => id)
}

function namedBy(
  registry: Registry,
  { gone, uncovered }: { readonly gone: ReadonlySet<string>; readonly uncovered: readonly string[] },
): readonly NamedBy[] {
  return [...registry.agents.values()]
    .filter(({ id }) => !gone.has(id))
    .flatMap(({ id, entry }) =>
      namedAgents(entry).flatMap(({ field, names: all }) => {
        const names = all.filter((name) => gone.has(name) && !uncovered.includes(name))
        return names.length === 0 ? [] : [{ id, field, names }]
      }),
    )
}
