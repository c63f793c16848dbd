import { userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import envPaths from 'env-paths'
import { platformError } from '../errors.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

export type UserPaths = { readonly cache: string; readonly config: string }

/**
 * The user's own folders by the custom of the operating system, for what all spaces share, such as the model.
 * @param environment - `DATACORTEX_CACHE_DIR` and `DATACORTEX_CONFIG_DIR`, if set, win.
 * @throws `PLATFORM_HOME_UNKNOWN` if the system knows no home of this user and nothing else names the folders.
 * @example userPaths().cache // '~/.cache/datacortex' on Linux
 */
export function userPaths(environment: Environment = process.env): UserPaths {
  const paths = envPaths('datacortex', { suffix: '' })
  return {
    cache: resolve(environment['DATACORTEX_CACHE_DIR'] || inHome(paths.cache)),
    config: resolve(environment['DATACORTEX_CONFIG_DIR'] || inHome(paths.config)),
  }
}

/** With an empty HOME paths come out relative, and would lie in whatever folder the command runs in. */
function inHome(path: string): string {
  return isAbsolute(path) ? path : resolve(homeOf(), path)
}

/** A user of a container may have no entry in the system's list of users. */
function homeOf(): string {
  try {
    return userInfo().homedir
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    throw platformError('PLATFORM_HOME_UNKNOWN', {}, { cause: error })
  }
}
