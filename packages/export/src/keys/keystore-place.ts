import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { systemErrorCode } from '@datacortex/platform'
import { KeystoreNotFoundError } from '../errors.ts'

/** The folders in which keystores are looked for, by their owner. */
export type KeystoreFolders = { readonly space: string; readonly foundry: string }

/**
 * Where keystores lie: those of the space, ignored by git, and those of Foundry's `cast`.
 *
 * @param paths - Of the space.
 */
export function keystoreFolders(paths: SpacePaths): KeystoreFolders {
  return { space: join(paths.envDirectory, 'keystores'), foundry: join(homedir(), '.foundry', 'keystores') }
}

/**
 * Where a new keystore goes.
 *
 * @param paths - Of the space.
 * @param name - A path, or a name for the folder of the space; `default` if absent.
 */
export function newKeystorePlace(paths: SpacePaths, name = 'default'): string {
  if (isPath(name)) return resolve(name)
  return join(keystoreFolders(paths).space, name.endsWith('.json') ? name : `${name}.json`)
}

/**
 * The file of a keystore by path or name.
 *
 * @param paths - Of the space.
 * @param name - A path, or a name in the folder of the space or of `cast`; `default` if absent.
 * @throws {@link KeystoreNotFoundError} if there is none.
 */
export async function findKeystore(paths: SpacePaths, name = 'default'): Promise<string> {
  const { space, foundry } = keystoreFolders(paths)
  const places = isPath(name) ? [resolve(name)] : [join(space, `${name}.json`), join(space, name), join(foundry, name)]
  for (const place of places) if (await isFile(place)) return place
  throw new KeystoreNotFoundError({ name, places })
}

function isPath(name: string): boolean {
  return isAbsolute(name) || /[/\\]/.test(name)
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return false
  }
}
