import { isRecord } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { grantedBy } from './granted-by.ts'
import { moduleSettings } from '../plugins/plugin-contract.ts'

/**
 * Where a module sends things because the settings of the space name it, and not its own manifest: no key was meant for
 * it, also on this machine, where any program may listen.
 *
 * @param options - `settings` of the space for this module; `network`: hosts that they grant.
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
  return [...new Set([...network, ...hostsIn(settings)])].filter((one) => !known.includes(one))
}

/**
 * Which secrets a module may send to hosts that only the settings of the space name.
 *
 * @param options - As for {@link namedHosts}.
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
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? [url.host] : []
}
