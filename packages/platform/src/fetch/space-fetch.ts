import { join } from 'node:path'
import type { NetworkSettings } from '../settings/knowledge-settings.ts'
import type { SpacePaths } from '../space/space-paths.ts'
import type { GuardedFetchOptions } from './fetch-options.ts'

/**
 * What the settings of a space say about requests, for `createGuardedFetch`.
 * @example createGuardedFetch({ ...spaceFetchOptions(paths, settings.network), robots: true })
 */
export function spaceFetchOptions(
  paths: SpacePaths,
  network: NetworkSettings,
): Pick<GuardedFetchOptions, 'allowPrivate' | 'contact' | 'turns'> {
  return {
    allowPrivate: network.allow_private,
    contact: network.contact,
    turns: { file: join(paths.cacheDirectory, 'requests.sqlite'), perMinute: network.per_host_per_minute },
  }
}
