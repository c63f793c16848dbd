/** What a person's settings for a module let it do beside its manifest. */
export type Granted = {
  readonly settings: Readonly<Record<string, unknown>>
  /** Hosts of the addresses that they name. */
  readonly network: readonly string[]
  /** Names of secrets that they name as `api_key`, or in `env`. */
  readonly secrets: readonly string[]
}

/**
 * Whoever writes an address into the settings of a module wants it to be talked to, and a key to be used.
 *
 * @param settings - `plugins.<name>` of the settings.
 * @example grantedBy({ base_url: 'http://127.0.0.1:11434' }).network // ['127.0.0.1:11434']
 */
export function grantedBy(settings: Readonly<Record<string, unknown>> = {}): Granted {
  const texts = Object.values(settings).flatMap((value) => (Array.isArray(value) ? value : [value]))
  const hosts = texts.flatMap((value) => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? [url.host] : []
  })
  const { api_key: key, env } = settings
  const names: readonly unknown[] = [key, ...(Array.isArray(env) ? env : [])]
  return { settings, network: [...new Set(hosts)], secrets: names.filter((name) => typeof name === 'string') }
}
