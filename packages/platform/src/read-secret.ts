import { readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { platformError } from './errors.ts'
import { foreignHosts } from './foreign-hosts.ts'
import { ifRefused } from './files/if-missing.ts'
import { readTextFile } from './files/read-text-file.ts'
import type { SpacePaths } from './space/space-paths.ts'
import { systemErrorCode, systemErrorReason } from './files/system-error-reason.ts'

/** Where a secret is to go. */
export type ReadSecretOptions = {
  /**
   * Who gets it because the space itself says so, in its settings or its sources: hosts, or a few words for a program.
   * A secret of the environment was not meant for them, unless they are this machine.
   */
  readonly sentTo?: readonly string[] | undefined
}

/**
 * A secret by its name: the file of that name in `.datacore/env`, else the environment variable.
 *
 * A file in that folder is consent for this space; a variable is one of the user's whole session, so it does not go
 * where a space from somewhere else sends it.
 *
 * @param name - Letters, digits and underscores, such as `OPENAI_API_KEY`.
 * @param options - `sentTo`.
 * @returns The secret without surrounding white space; undefined if it is nowhere, or empty.
 * @throws `PLATFORM_PATH_REFUSED` if the name can't be one of an environment variable.
 * @throws `PLATFORM_FILE_UNREADABLE` if there is a file of that name that can't be read.
 * @throws `PLATFORM_SECRET_MISPLACED` if a link leads out of `.datacore/env`.
 * @throws `PLATFORM_SECRET_WITHHELD` if only the environment has it, and the space sends it to another machine.
 * @example const key = await readSecret(paths, 'OPENAI_API_KEY')
 */
export async function readSecret(
  paths: SpacePaths,
  name: string,
  { sentTo = [] }: ReadSecretOptions = {},
): Promise<string | undefined> {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name))
    throw platformError('PLATFORM_PATH_REFUSED', { path: name, reason: 'it is not the name of a secret' })
  const file = await placeOf(paths, name)
  if (file !== undefined) {
    const read = await readTextFile(file, { maxBytes: 100_000 })
    if (read.ok) return read.text.trim() || undefined
    if (read.code !== 'ENOENT')
      throw platformError('PLATFORM_FILE_UNREADABLE', { file: join(paths.envDirectory, name), reason: read.reason })
  }
  const secret = (process.env[name] ?? '').trim()
  if (secret === '') return undefined
  const [foreign] = foreignHosts(sentTo, { known: [] })
  if (foreign !== undefined) throw platformError('PLATFORM_SECRET_WITHHELD', { name, sentTo: foreign })
  return secret
}

/**
 * Names in `.datacore/env` whose files lie somewhere else, so that they are no secrets of this space.
 *
 * @example await misplacedSecrets(paths) // ['WIKI_KEY']
 */
export async function misplacedSecrets(paths: SpacePaths): Promise<readonly string[]> {
  const names = await readdir(paths.envDirectory).catch(ifRefused([]))
  const misplaced: string[] = []
  for (const name of names.toSorted((one, other) => (one < other ? -1 : 1))) {
    const place = await placeOf(paths, name).catch(codedError)
    if (CodedError.is(place, 'PLATFORM_SECRET_MISPLACED')) misplaced.push(name)
  }
  return misplaced
}

/** Where the file of a secret really lies; undefined if there is none. */
async function placeOf(paths: SpacePaths, name: string): Promise<string | undefined> {
  const link = join(paths.envDirectory, name)
  try {
    const [file, datacore] = await Promise.all([realpath(link), realpath(paths.datacore)])
    const [folder, ...rest] = relative(datacore, file).split(sep)
    if (folder !== 'env' || rest.length === 0) throw platformError('PLATFORM_SECRET_MISPLACED', { name })
    return file
  } catch (error) {
    if (CodedError.is(error) || systemErrorCode(error) === undefined) throw error
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw platformError('PLATFORM_FILE_UNREADABLE', { file: link, reason: systemErrorReason(error) }, { cause: error })
  }
}
