import { isRecord } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'

/** What a person's settings for a module let it do beside its manifest. */
export type Granted = {
  readonly settings: Readonly<Record<string, unknown>>
  /** Hosts of the addresses that they name. */
  readonly network: readonly string[]
  /** Names of secrets that they name as `api_key`, or in `env`. */
  readonly secrets: readonly string[]
}

/**
 * Anyone who writes an address into the settings of a module wants it to be talked to, and a key to be used.
 * @example grantedBy({ base_url: 'http://127.0.0.1:11434' }).network // ['127.0.0.1:11434']
 */
export function grantedBy(settings: Readonly<Record<string, unknown>> = {}): Granted {
  // Only what stands there by itself or in a list.
  const named = Object.values(settings)
    .flat()
    .filter((value) => typeof value === 'string')
    .flatMap(hostsIn)
  const { api_key: key, env } = settings
  const names: readonly unknown[] = [key, ...(Array.isArray(env) ? env : [])]
  return { settings, network: [...new Set(named)], secrets: names.filter((name) => typeof name === 'string') }
}

/**
 * Where a module sends things because the settings of the space name it, and not its own manifest: no key was meant for
 * it, also on this machine, where any program may listen.
 * @example namedHosts(module, { settings: { base_url: 'https://api.example.com/v1' } }) // ['api.example.com']
 */
export function namedHosts(
  { manifest }: Pick<DiscoveredModule, 'manifest'>,
  {
    settings = {},
    network = [],
  }: { settings?: Granted['settings'] | undefined; network?: Granted['network'] | undefined },
): readonly string[] {
  const known = [...manifest.permissions.network, ...hostsIn(moduleSettings(manifest))]
  return [...new Set([...network, ...hostsIn(settings)])].filter((one) => !known.includes(one))
}

/**
 * Which secrets a module may send to hosts that only the settings of the space name.
 * @example sentSecrets(module, { settings }) // [{ name: 'MODEL_KEY', to: '127.0.0.1:4000' }]
 */
export function sentSecrets(
  { manifest }: Pick<DiscoveredModule, 'manifest'>,
  options: Parameters<typeof namedHosts>[1],
): readonly { readonly name: string; readonly to: string }[] {
  const { required, optional } = manifest.requires.env_vars
  const names = [...manifest.permissions.env, ...required, ...optional, ...grantedBy(options.settings).secrets]
  return namedHosts({ manifest }, options).flatMap((to) => names.map((name) => ({ name, to })))
}

function hostsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn)
  if (isRecord(value)) return Object.values(value).flatMap(hostsIn)
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^(?:http|ws)s?:$/.test(url.protocol) ? [url.host] : []
}
