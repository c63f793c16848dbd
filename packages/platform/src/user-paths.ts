import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import envPaths from 'env-paths'

/** Folders of the user that no space owns. */
export type UserPaths = { readonly cache: string; readonly config: string; readonly data: string }

/**
 * The user's own folders by the custom of the operating system, for what all spaces share, such as the model.
 *
 * @param environment - `DATACORTEX_CACHE_DIR` and `DATACORTEX_CONFIG_DIR`, if set, win.
 * @example userPaths().cache // '~/.cache/datacortex' on Linux
 */
export function userPaths(environment: Readonly<Record<string, string | undefined>> = process.env): UserPaths {
  const paths = envPaths('datacortex', { suffix: '' })
  // With an empty HOME these come out relative, and would lie in whatever folder the command runs in.
  const home = userInfo().homedir
  return {
    cache: resolve(environment['DATACORTEX_CACHE_DIR'] || resolve(home, paths.cache)),
    config: resolve(environment['DATACORTEX_CONFIG_DIR'] || resolve(home, paths.config)),
    data: resolve(home, paths.data),
  }
}
