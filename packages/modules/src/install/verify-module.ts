import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { moduleError } from '../errors.ts'
import type { BrokenModule } from '../discover/discovered-module.ts'
import { lookAgain } from './look-again.ts'
import { moduleIntegrity } from '../contents/module-files.ts'
import { type LockedModule, readModulesLock } from './modules-lock.ts'
import { readModuleFolder } from '../fetch/read-module-folder.ts'

/** The integrity of an installed module's folder as it is now; undefined if there is no such folder. */
export async function findIntegrity(paths: SpacePaths, name: string): Promise<string | undefined> {
  const directory = join(paths.modulesDirectory, name)
  const found = await stat(directory).catch(() => undefined)
  return found === undefined ? undefined : moduleIntegrity(await readModuleFolder(directory))
}

/** Checks that an installed module is what `modules.lock.yaml` says. */
export async function verifyModule(
  paths: SpacePaths,
  name: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<LockedModule> {
  return await lookAgain(paths, () => verify(paths, name), { ...options, seemsWrong: () => false })
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
