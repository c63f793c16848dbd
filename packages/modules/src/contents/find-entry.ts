import { join } from 'node:path'
import { readTextFile, resolveInside } from '@datacortex/platform'
import { pluginError } from '@datacortex/plugin'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { entryConditions, packageEntry, parsePackage } from './module-package.ts'

/**
 * The file of a module's code that is imported first, as its package.json names it; whether it is there is not looked
 * at. Gives the absolute path, or undefined if package.json names none or is not there. Throws `PLUGIN_INVALID` if
 * package.json can't be read; `PLATFORM_JSON_INVALID`; `PLATFORM_PATH_REFUSED` if the path leaves the module.
 */
export async function findEntry(
  { name, directory }: Pick<DiscoveredModule, 'name' | 'directory'>,
  conditions: readonly string[] = [],
): Promise<string | undefined> {
  const file = join(directory, 'package.json')
  const read = await readTextFile(file, { maxBytes: 1_000_000 })
  if (!read.ok && read.code === 'ENOENT') return undefined
  if (!read.ok)
    throw pluginError('PLUGIN_INVALID', { name, issues: [`package.json: ${read.reason}`], wrong: 'package' })
  const entry = packageEntry(parsePackage(read.text, { file }), [...conditions, ...entryConditions])
  return entry === undefined ? undefined : await resolveInside(directory, entry)
}
