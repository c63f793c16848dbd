import { join, resolve } from 'node:path'
import { CodedError, ifCoded } from '@datacortex/errors'
import { type SpacePaths, isThere } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { BrokenModule } from '../discover/discovered-module.ts'
import { checkAgain, type LockedModule, readModulesLock } from './modules-lock.ts'
import { moduleIntegrity } from '../contents/module-files.ts'
import { readModuleFolder } from '../fetch/read-module-files.ts'
import { isModuleName } from './remove-module.ts'

/** The integrity of an installed module's folder as it is now; undefined if there is no such folder. */
export async function findIntegrity(paths: SpacePaths, name: string): Promise<string | undefined> {
  const directory = join(paths.modulesDirectory, name)
  return (await isThere(directory)) ? moduleIntegrity(await readModuleFolder(directory)) : undefined
}

/** Checks that an installed module is what `modules.lock.yaml` says. */
export async function verifyModule(
  paths: SpacePaths,
  name: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<LockedModule> {
  return await checkAgain(paths, () => verify(paths, name), { ...options, seemsWrong: () => false })
}

async function verify(paths: SpacePaths, name: string): Promise<LockedModule> {
  const locked = (await readModulesLock(paths)).get(name)
  const found = await findIntegrity(paths, name)
  if (locked === undefined || locked.integrity !== found)
    throw moduleError('MODULE_INTEGRITY_CHANGED', {
      name,
      expected: locked?.integrity,
      found,
      origin: locked?.origin.spec,
    })
  return locked
}

/** The modules whose files changed since they were installed or are gone. Throws `MODULE_FILE_INVALID`. */
export async function verifyModules(paths: SpacePaths): Promise<readonly BrokenModule[]> {
  const broken: BrokenModule[] = []
  for (const name of [...(await readModulesLock(paths)).keys()].sort()) {
    try {
      await verify(paths, name)
    } catch (error) {
      const isKnown = CodedError.is(error, 'MODULE_INTEGRITY_CHANGED') || CodedError.is(error, 'MODULE_CONTENT_REFUSED')
      if (!isKnown) throw error
      broken.push({ path: join(paths.modulesDirectory, name), error })
    }
  }
  return broken
}

/**
 * Why the folder of a module has files that may be nowhere else, so that they are lost when it is removed or replaced.
 * @returns Undefined if it is what was installed from elsewhere, or is not there.
 * @throws `MODULE_FILE_INVALID` if the lock file can't be read.
 * @example await singleCopyReason(paths, 'campaigns') // 'its files were changed since it was installed'
 */
export async function singleCopyReason(paths: SpacePaths, name: string): Promise<string | undefined> {
  const locked = (await readModulesLock(paths)).get(name)
  // Anything else is no folder of a module, and may lead out of their folder.
  const found = isModuleName(name)
    ? // A folder into which links got is none that was installed.
      await findIntegrity(paths, name).catch(ifCoded('', 'MODULE_CONTENT_REFUSED'))
    : undefined
  if (found === undefined) return undefined
  if (locked === undefined) return 'it was never installed from anywhere else'
  if (found !== locked.integrity) return 'its files were changed since it was installed'
  return isOwnFolder(paths, { name, locked }) ? 'it was made here, and not installed from anywhere else' : undefined
}

function isOwnFolder(
  { root, modulesDirectory }: SpacePaths,
  { name, locked }: { readonly name: string; readonly locked: LockedModule },
): boolean {
  const { kind, spec, resolved } = locked.origin
  return kind === 'folder' && resolve(root, resolved ?? spec) === resolve(modulesDirectory, name)
}
