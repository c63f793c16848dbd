import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the modules that come with the repository; undefined where the command was installed from npm.
 *
 * @example discoverModules(paths, { bundledDirectory: bundledPlugins() })
 */
export function bundledPlugins(): string | undefined {
  const folder = fileURLToPath(new URL('../../../plugins', import.meta.url))
  return existsSync(folder) ? folder : undefined
}
