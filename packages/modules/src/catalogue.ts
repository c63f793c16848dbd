// A way in of its own: reading what is there loads nothing that installs or starts modules.
import { type Registry, readRegistry, withoutDisabled } from '@datacortex/registry'
import { type SpacePaths, readSettings } from '@datacortex/platform'
import { discoverModules } from './discover/discover-modules.ts'
import type { Discovery } from './discover/discovered-module.ts'
import { withModules } from './discover/with-modules.ts'

/** The agents of a space with those of its modules, less the disabled ones, and the modules themselves. */
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
  const registry = await withModules(await readRegistry(paths), modules.modules, { root: paths.root })
  const { agents } = await readSettings(paths)
  return { registry: withoutDisabled(registry, agents.disabled), modules }
}
