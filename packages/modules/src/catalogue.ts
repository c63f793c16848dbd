// A way in of its own: reading what is there loads nothing that installs or starts modules.
import { type Registry, composeAgents, readRegistry, withoutDisabled } from '@datacortex/registry'
import { type SpacePaths, readSettings } from '@datacortex/platform'
import { discoverModules } from './discover/discover-modules.ts'
import type { DiscoveredModule, Discovery } from './discover/discovered-module.ts'
import { withModules } from './discover/with-modules.ts'

/** The agents of a space with those of its modules and what their components bring, less the disabled ones; the modules. */
export type Catalogue = { readonly registry: Registry; readonly modules: Discovery }

/**
 * Reads everything a space knows about agents: the registry file and the manifests of modules. Runs no module's code.
 * @throws `REGISTRY_YAML_INVALID` `REGISTRY_INVALID` `PLATFORM_SETTINGS_INVALID`
 * @example const { registry } = await readCatalogue(paths)
 */
export async function readCatalogue(
  paths: SpacePaths,
  options: { readonly bundledDirectory?: string | undefined } = {},
): Promise<Catalogue> {
  const modules = await discoverModules(paths, options)
  const hasComponents = ({ manifest }: DiscoveredModule): boolean =>
    Object.keys(manifest.provides.components).length > 0
  const isInFolder = (module: DiscoveredModule): boolean => module.origin === 'installed' && hasComponents(module)
  // What lies in the folder of modules and was never installed brings nothing.
  const installed = modules.modules.some(isInFolder)
    ? await (await import('./install/modules-lock.ts')).readModulesLock(paths)
    : new Map<string, unknown>()
  const known = modules.modules.filter((module) => !isInFolder(module) || installed.has(module.name))
  const registry = await composeAgents(await withModules(await readRegistry(paths), known, { root: paths.root }))
  const { agents } = await readSettings(paths)
  return { registry: withoutDisabled(registry, agents.disabled), modules }
}
