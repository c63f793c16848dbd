import { join } from 'node:path'
import type { DynamicAgent, Places, ResolveOptions } from '@datacortex/dynamic-agents'
import type { Catalogue } from '@datacortex/modules'
import { isThere } from '@datacortex/platform'
import type { RegisteredAgent, Registry } from '@datacortex/registry'
import type { Caller } from '../caller/caller.ts'
import type { Entry } from '../operation.ts'
import type { Work } from '../work.ts'

/** What stands behind the path of an agent for copies of it that keep nothing. */
export const cloneMark = '/~'

/** The agents of a space with those that some paths mean, which are made from their recipes for this one answer. */
export type WithDynamic = Catalogue & {
  /** The dynamic agent that each path means; what means one of the registry, or nobody, is not among them. */
  readonly dynamic: ReadonlyMap<string, DynamicAgent>
  /** The id that a path has in the registry: that of a dynamic agent, or of one that was promoted. */
  readonly idOf: (path: string) => string
}

/** The catalogue with the dynamic agents of some paths in it. Throws as `resolveDynamic`. */
export async function catalogueWith(
  { paths, catalogue }: Pick<Work, 'paths' | 'catalogue'>,
  asked: readonly string[],
): Promise<WithDynamic> {
  const known = await catalogue()
  const wanted = asked.filter((id) => id.includes('/') && !known.registry.agents.has(id))
  if (wanted.length === 0) return { ...known, dynamic: new Map(), idOf: (path) => path }
  const { composeAgents } = await import('@datacortex/registry')
  const { promotedAgent, resolveDynamic, withDynamic } = await import('@datacortex/dynamic-agents')
  const options = await resolveOptions(known.registry)
  const dynamic = new Map<string, DynamicAgent>()
  const ids = new Map<string, string>()
  let { registry } = known
  for (const path of wanted) {
    const plain = path.endsWith(cloneMark) ? path.slice(0, -cloneMark.length) : path
    const promoted = promotedAgent(registry, plain.replace(/@[0-9a-f]+$/, ''))
    if (promoted !== undefined) ids.set(path, promoted.id)
    const resolved = promoted === undefined ? await resolveDynamic(paths, plain, options) : undefined
    // What they name of their parent's components enters their context too.
    registry = await composeAgents(withDynamic(registry, resolved ?? []))
    const last = resolved?.at(-1)
    if (last !== undefined) {
      dynamic.set(path, last)
      ids.set(path, last.path)
    }
    const base = registry.agents.get(ids.get(path) ?? plain)
    if (plain !== path && base !== undefined) registry = withClone(registry, base)
  }
  return { ...known, registry, dynamic, idOf: (path) => ids.get(path) ?? path }
}

/** The registry with every dynamic agent that can be made. */
export async function withAllDynamic({ paths, catalogue }: Pick<Work, 'paths' | 'catalogue'>): Promise<Registry> {
  const { registry } = await catalogue()
  if (!(await isThere(join(paths.stateDirectory, 'dynamic')))) return registry
  const { listDynamic, withDynamic } = await import('@datacortex/dynamic-agents')
  const { agents } = await listDynamic(paths, await resolveOptions(registry))
  return await (await import('@datacortex/registry')).composeAgents(withDynamic(registry, agents))
}

/** A copy of an agent that starts nobody, writes nothing and is what it was made of in all else. */
export function withClone(registry: Registry, base: RegisteredAgent): Registry {
  const id = `${base.id}${cloneMark}`
  const entry = { ...base.entry, spawns: [], delegates_to: [], writes: [], can_be_called_by: ['user', base.id] }
  return { ...registry, agents: new Map([...registry.agents, [id, { ...base, id, entry, cloneOf: base.id }]]) }
}

/** In the run of a dynamic agent or a clone, the catalogue in which it and those above it are. */
export function catalogueFor(work: Pick<Work, 'paths' | 'catalogue'>, caller: Caller): Work['catalogue'] {
  if (caller.kind !== 'agent' || ![...caller.chain, caller.id].some((id) => id.includes('/'))) return work.catalogue
  return async () => await catalogueWith(work, [...caller.chain, caller.id])
}

/** With what dynamic agents are made again from their recipes. */
export async function resolveOptions(registry: Registry): Promise<ResolveOptions> {
  const { placesOf, writeBounds } = await import('@datacortex/execution')
  const { knowledgeLocations } = registry
  const places: Places = {
    meant: (name) => placesOf(name, knowledgeLocations),
    bounds: (some) => writeBounds(some, knowledgeLocations),
  }
  return { registry, places }
}

/** Lets no clone change anything, and no dynamic agent manage the space that has no tool for it. */
export async function requireOwnWork(
  work: Pick<Work, 'paths' | 'catalogue' | 'caller'>,
  { command, tool, right, isReadOnly = false }: Pick<Entry<unknown>, 'command' | 'tool' | 'right' | 'isReadOnly'>,
): Promise<void> {
  const { caller } = work
  if (caller.kind !== 'agent' || !caller.id.includes('/')) return
  const { dynamicError, toolsOf } = await import('@datacortex/dynamic-agents')
  if (caller.id.endsWith(cloneMark) && !isReadOnly)
    throw dynamicError('DYNAMIC_CLONE_BOUND', { agent: caller.id, what: command })
  const agent = (await work.catalogue()).registry.agents.get(caller.id)
  if (agent?.dynamic === undefined || right !== 'manage' || tool === 'create_agent') return
  const tools = toolsOf(agent.entry)
  if (tools.some((one) => ['*', tool, `mcp__datacortex__${tool}`].includes(one))) return
  const missing = { capability: `tools:${tool}`, reason: `${command} manages the space` }
  throw dynamicError('DYNAMIC_CAPABILITY_MISSING', { agent: caller.id, parent: agent.dynamic.parent, ...missing })
}
