import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { type SpacePaths, ifRefused, platformError } from '@datacortex/platform'
import { exportError } from '../errors.ts'

/** Where keystores lie: those of the space, ignored by git, and those of Foundry's `cast`. */
export function keystoreFolders(paths: SpacePaths | undefined) {
  const space = paths === undefined ? undefined : join(paths.envDirectory, 'keystores')
  return { space, foundry: join(homedir(), '.foundry', 'keystores') }
}

/** The folders in which keystores are looked for, by their owner. */
export type KeystoreFolders = ReturnType<typeof keystoreFolders>

/** Where a new keystore goes. `name`: a path, or a name for the folder of the space; `default` if absent. */
export function newKeystorePlace(paths: SpacePaths | undefined, name = 'default'): string {
  if (isPath(name)) return resolve(name)
  const { space } = keystoreFolders(paths)
  if (space === undefined) throw platformError('SPACE_NOT_FOUND', { directory: process.cwd() })
  return join(space, name.endsWith('.json') ? name : `${name}.json`)
}

export async function findKeystore(paths: SpacePaths | undefined, name?: string): Promise<string> {
  if (name === undefined && paths === undefined) throw platformError('SPACE_NOT_FOUND', { directory: process.cwd() })
  const places = placesOf(name ?? 'default', keystoreFolders(paths))
  // Nobody who names nothing means a file that happens to lie here.
  if (name !== undefined) places.push(resolve(name))
  for (const place of places) if ((await stat(place).catch(ifRefused(undefined)))?.isFile() === true) return place
  throw exportError('EXPORT_KEYSTORE_NOT_FOUND', { name: name ?? 'default', places })
}

function placesOf(name: string, { space, foundry }: KeystoreFolders): string[] {
  if (isPath(name)) return []
  return [...(space === undefined ? [] : [join(space, `${name}.json`), join(space, name)]), join(foundry, name)]
}

function isPath(name: string): boolean {
  return isAbsolute(name) || /[/\\]/.test(name)
}
