import { join, resolve } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { z } from 'zod'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { readJsonFile } from '../parse/read-json-file.ts'
import { findSpace } from './find-space.ts'
import { type Environment, userPaths } from './user-paths.ts'

/** The space that is used in a folder, and what says so if the folder lies in none. */
export type UsedSpace = { readonly root: string; readonly by?: 'DATACORTEX_ROOT' | 'default' | undefined }

const DefaultSpace = z.object({ root: z.string().min(1) })

/**
 * The space that is used in a folder: the one it lies in, else that of `DATACORTEX_ROOT`, else the default of the user.
 * Where a space is that can't be read, or is somebody else's, the default does not take its place.
 * @param environment - `DATACORTEX_ROOT`, and what names the folder of the user.
 * @returns A default or a named space need not be there.
 * @throws `SPACE_NOT_FOUND` if there is none; `PLATFORM_FILE_UNREADABLE`, `PLATFORM_JSON_INVALID` if the default can't be read.
 * @example const { root } = await usedSpace(process.cwd())
 */
export async function usedSpace(directory: string, environment: Environment = process.env): Promise<UsedSpace> {
  const found = await findSpace(directory).catch(codedError)
  if (!CodedError.is(found)) return { root: found.root }
  const named = environment['DATACORTEX_ROOT']
  if (named) return { root: resolve(directory, named), by: 'DATACORTEX_ROOT' }
  const chosen = 'reason' in found.details ? undefined : await readJsonFile(fileOf(environment), DefaultSpace)
  if (chosen === undefined) throw found
  return { root: chosen.root, by: 'default' }
}

/**
 * Makes a space the one that is used outside of all spaces.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the user's folder can't be written.
 * @example await setDefaultSpace('/home/ada/notes')
 */
export async function setDefaultSpace(root: string, environment: Environment = process.env): Promise<void> {
  await writeFileAtomically(fileOf(environment), `${JSON.stringify({ root: resolve(root) })}\n`, { mode: 0o600 })
}

function fileOf(environment: Environment): string {
  return join(userPaths(environment).config, 'default-space.json')
}
