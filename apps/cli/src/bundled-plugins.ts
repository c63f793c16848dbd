import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the modules that come with the program: `plugins` of the repository, else where npm put the packages on
 * which the command depends; undefined if there is neither.
 *
 * @example discoverModules(paths, { bundledDirectory: bundledPlugins() })
 */
export function bundledPlugins(): string | undefined {
  const folder = fileURLToPath(new URL('../../../plugins', import.meta.url))
  return existsSync(join(folder, ownModule)) ? folder : installedPlugins(import.meta.dirname)
}

/** Looks where Node itself would look for a package. */
function installedPlugins(from: string): string | undefined {
  const scope = join(from, 'node_modules', '@datacortex')
  if (existsSync(join(scope, ownModule))) return scope
  const parent = dirname(from)
  return parent === from ? undefined : installedPlugins(parent)
}

const ownModule = 'agents-datacortex/module.yaml'
