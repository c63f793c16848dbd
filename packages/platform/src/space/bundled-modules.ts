import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the modules that come with a program: `plugins` of the repository it is run from, or those in the package
 * that is published, else the scope where npm put the packages on which the program depends.
 * @param from - Folder of the program's code, three below that of the repository (`apps/NAME/src`).
 * @returns An absolute path; undefined if there is neither.
 * @example discoverModules(paths, { bundledDirectory: bundledModules(import.meta.dirname) })
 */
export function bundledModules(from: string): string | undefined {
  const places = [join(from, '../../../plugins'), join(from, '../plugins')]
  return places.find((place) => existsSync(join(place, ownModule))) ?? installedModules(from)
}

/** Looks where Node itself would look for a package. */
function installedModules(from: string): string | undefined {
  const scope = join(from, 'node_modules', '@datacortex')
  if (existsSync(join(scope, ownModule))) return scope
  const parent = dirname(from)
  return parent === from ? undefined : installedModules(parent)
}

const ownModule = 'agents-datacortex/module.yaml'
