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
  return {
    cache: environment['DATACORTEX_CACHE_DIR'] || paths.cache,
    config: environment['DATACORTEX_CONFIG_DIR'] || paths.config,
    data: paths.data,
  }
}
