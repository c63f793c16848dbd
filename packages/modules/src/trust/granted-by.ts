import { foreignHosts, isRecord } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'

/** What a person's settings for a module let it do beside its manifest. */
export type Granted = {
  readonly settings: Readonly<Record<string, unknown>>
  /** Hosts of the addresses that they name. */
  readonly network: readonly string[]
  /** Names of secrets that they name as `api_key`. */
  readonly secrets: readonly string[]
}

/**
 * Whoever writes an address into the settings of a module wants it to be talked to, and a key to be used.
 *
 * @example grantedBy({ base_url: 'http://127.0.0.1:11434' }).network // ['127.0.0.1:11434']
 */
export function grantedBy(settings: Readonly<Record<string, unknown>> = {}): Granted {
  // Only what stands there by itself or in a list.
  const hosts = Object.values(settings)
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap(hostsIn)
  const { api_key: key } = settings
  return { settings, network: [...new Set(hosts)], secrets: typeof key === 'string' ? [key] : [] }
}

/**
 * The other machines that a module talks to because the settings of the space name them, and not its own manifest: a
 * key of the user's environment was not meant for them.
 *
 * @example namedHosts(module, { settings: { base_url: 'https://api.example.com/v1' } }) // ['api.example.com']
 */
export function namedHosts(
  { manifest }: Pick<DiscoveredModule, 'manifest'>,
  {
    settings = {},
    network = [],
  }: {
    readonly settings?: Readonly<Record<string, unknown>> | undefined
    readonly network?: readonly string[] | undefined
  },
): readonly string[] {
  const known = [...manifest.permissions.network, ...hostsIn(moduleSettings(manifest))]
  return foreignHosts([...network, ...hostsIn(settings)], { known })
}

function hostsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn)
  if (isRecord(value)) return Object.values(value).flatMap(hostsIn)
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? [url.host] : []
}
