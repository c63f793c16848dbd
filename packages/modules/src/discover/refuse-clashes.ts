import { type SpacePaths, relativeParts } from '@datacortex/platform'
import type { Manifest } from '@datacortex/plugin'
import { ifCoded, attempt } from '@datacortex/errors'
import { readRegistry } from '@datacortex/registry'
import { moduleError } from '../errors.ts'
import { readSourceOwners } from '../install/sources-file.ts'
import type { DiscoveredModule } from './discovered-module.ts'

// Names under which something else is known already.
const reserved = new Set(['core', 'datacore', 'datacortex', 'modules', 'registry', 'system'])

/** Refuses a module of which somebody else has an id already. `discovered`: also those that register by themselves. */
export async function refuseClashes(
  paths: SpacePaths,
  { name, provides }: Manifest,
  discovered: readonly DiscoveredModule[],
): Promise<void> {
  const [registry, sourceOwners] = [await readRegistry(paths), await readSourceOwners(paths)]
  const clashes: string[] = nameClashes(name, discovered)
  const others = discovered.filter((other) => other.name !== name)
  // What installed modules own stands in the registry; a folder that nobody registered owns nothing.
  const unlisted = others.filter((other) => other.origin !== 'installed')
  for (const id of Object.keys(provides.agents)) {
    const agent = registry.agents.get(id)
    const owner = unlisted.find((other) => id in other.manifest.provides.agents)
    if (agent !== undefined && agent.module !== name) clashes.push(taken('agent', { id, owner: agent.module }))
    else if (owner !== undefined) clashes.push(taken('agent', { id, owner: owner.name }))
  }
  for (const id of Object.keys(provides.sources)) {
    const owner = unlisted.find((other) => id in other.manifest.provides.sources)
    if (sourceOwners.has(id) && sourceOwners.get(id) !== name)
      clashes.push(taken('source', { id, owner: sourceOwners.get(id) }))
    else if (owner !== undefined) clashes.push(taken('source', { id, owner: owner.name }))
  }
  for (const id of Object.keys(provides.subagents)) {
    const owner = others.find((other) => id in other.manifest.provides.subagents)
    if (owner !== undefined) clashes.push(taken('sub-agent', { id, owner: owner.name }))
  }
  for (const id of Object.keys(provides.components)) {
    const owner = others.find((other) => id in other.manifest.provides.components)?.name
    if (owner !== undefined || registry.components.has(id)) clashes.push(taken('component', { id, owner }))
  }
  if (clashes.length > 0) throw moduleError('MODULE_ID_CLASH', { module: name, clashes })
}

function nameClashes(name: string, discovered: readonly DiscoveredModule[]): string[] {
  if (reserved.has(name) || !attempt(() => relativeParts(name).length === 1, ifCoded(false)))
    return [`the name ${name} is reserved`]
  const twin = discovered.find((other) => other.name === name && other.origin !== 'installed')
  if (twin === undefined) return []
  return [
    `the name ${name} belongs to a ${twin.origin === 'npm' ? 'package in node_modules' : 'module of the program'}`,
  ]
}

function taken(what: string, { id, owner }: { readonly id: string; readonly owner: string | undefined }): string {
  return `the ${what} ${id} belongs to ${owner === undefined ? 'this space, where it was written by hand or imported' : `the module ${owner}`}`
}
