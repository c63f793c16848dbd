import { realpath } from 'node:fs/promises'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { findEntry } from './find-entry.ts'
import { moduleIntegrity } from './module-files.ts'
import { readModuleFolder } from '../fetch/read-module-folder.ts'

/** The code that a package in `node_modules` brings as a module. */
export type PackageCode = {
  /** The file that is imported first: an absolute path. */
  readonly entry: string
  /** Of all files of the package; not of other packages that it imports. */
  readonly integrity: string
}

/**
 * What a person says yes to before the code of a package runs: a space from somewhere else may bring its own
 * `node_modules`. Nothing of it is run.
 *
 * @returns Undefined for modules of another origin, and for packages without code.
 * @throws `MODULE_CONTENT_REFUSED` for links, special files and what is too large; `PLUGIN_INVALID`.
 * @example (await packageCode(module))?.integrity // 'sha512-…'
 */
export async function packageCode(module: DiscoveredModule): Promise<PackageCode | undefined> {
  if (module.origin !== 'npm') return undefined
  const entry = await findEntry(module)
  if (entry === undefined) return undefined
  // pnpm keeps packages behind links; what they import lies in folders of its own.
  const files = await readModuleFolder(await realpath(module.directory), { ignore: ['node_modules'] })
  return { entry, integrity: moduleIntegrity(files) }
}
