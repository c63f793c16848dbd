import { resolve } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type LockedModule, readModulesLock } from './modules-lock.ts'
import { isModuleName } from './remove-module.ts'
import { findIntegrity } from './verify-module.ts'

/**
 * Why the folder of a module has files that may be nowhere else, so that they are lost when it is removed or replaced.
 *
 * @returns Undefined if it is what was installed from elsewhere, or is not there.
 * @throws `MODULE_FILE_INVALID` if the lock file can't be read.
 * @example await onlyCopy(paths, 'campaigns') // 'its files were changed since it was installed'
 */
export async function onlyCopy(paths: SpacePaths, name: string): Promise<string | undefined> {
  const locked = (await readModulesLock(paths)).get(name)
  // Anything else is no folder of a module, and may lead out of their folder.
  const found = isModuleName(name) ? await integrityOf(paths, name) : undefined
  if (found === undefined) return undefined
  if (locked === undefined) return 'it was never installed from anywhere else'
  if (found !== locked.integrity) return 'its files were changed since it was installed'
  return isOwnFolder(paths, { name, locked }) ? 'it was made here, and not installed from anywhere else' : undefined
}

/** A folder into which links got is none that was installed. */
async function integrityOf(paths: SpacePaths, name: string): Promise<string | undefined> {
  return await findIntegrity(paths, name).catch(ifCoded('', 'MODULE_CONTENT_REFUSED'))
}

function isOwnFolder(
  { root, modulesDirectory }: SpacePaths,
  { name, locked }: { readonly name: string; readonly locked: LockedModule },
): boolean {
  const { kind, spec, resolved } = locked.origin
  return kind === 'folder' && resolve(root, resolved ?? spec) === resolve(modulesDirectory, name)
}
