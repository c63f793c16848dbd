import { redact } from '@datacortex/errors'
import { isRecord } from '@datacortex/platform'
import { SourceConfig } from '../source-config.ts'

/** Entries for `sources.yaml` by name, and what of a file became none, or not the whole. */
export type ProposedSources = {
  readonly entries: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly left_out: readonly { readonly origin: string; readonly reason: string }[]
}

/**
 * Sources of the MCP servers that an assistant's settings name, such as `.claude/settings.json` or `.mcp.json`. A value that
 * may be a secret is never copied: its name is, which the space then looks up.
 * @example sourcesOfServers({ mcpServers: { exa: { command: 'npx', args: ['-y', 'exa-mcp-server'] } } }, {}).entries
 * @see DIP-0021 §7.2
 */
export function sourcesOfServers(
  settings: unknown,
  { only, tool }: { readonly only?: readonly string[] | undefined; readonly tool?: string | undefined },
): ProposedSources {
  const servers = isRecord(settings) && isRecord(settings['mcpServers']) ? settings['mcpServers'] : {}
  const entries: Record<string, Readonly<Record<string, unknown>>> = {}
  const leftOut: ProposedSources['left_out'][number][] = []
  for (const [name, server] of Object.entries(servers).slice(0, mostServers)) {
    if (only !== undefined && !only.includes(name)) continue
    const id = sourceIdOf(name)
    const leave = (reason: string): void => void leftOut.push({ origin: name, reason })
    const proposed = isRecord(server) ? serverEntry(id, { server, leave }) : undefined
    const entry = {
      type: 'mcp',
      description: `The MCP server ${name}`,
      tool: tool ?? knownTools.get(id) ?? 'search',
      layers: ['search', 'research'],
      content_type: 'documents',
      ...proposed,
    }
    if (id in entries) leave(`another one is called ${id}, too`)
    else if (proposed === undefined || !SourceConfig.safeParse(entry).success)
      leave('it is neither a command nor an http address without secrets in it')
    else entries[id] = entry
  }
  for (const name of only ?? [])
    if (!Object.hasOwn(servers, name)) leftOut.push({ origin: name, reason: 'it is not there' })
  return { entries, left_out: leftOut }
}

const mostServers = 100
// What the servers of DIP-0021 §3.8 offer.
const knownTools = new Map([
  ['perplexity', 'perplexity_search'],
  ['exa', 'exa_search'],
  ['google-scholar', 'scholar_search'],
  ['jina', 'jina_read'],
  ['gemini', 'gemini_generate'],
])

/**
 * A name that a source may have.
 * @example sourceIdOf('Team Wiki') // 'team-wiki'
 */
export function sourceIdOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replaceAll(/^[-\d]+|-+$/g, '') || 'source'
  )
}

/** What the secret of a source is called that has no name for it. */
export function keyName(id: string): string {
  return `${id.replaceAll('-', '_').toUpperCase()}_API_KEY`
}

type Server = { readonly server: Readonly<Record<string, unknown>>; readonly leave: (reason: string) => void }

function serverEntry(id: string, { server, leave }: Server): Readonly<Record<string, unknown>> | undefined {
  const { command, url } = server
  const args = Array.isArray(server['args']) ? server['args'].map(String) : []
  const words = [typeof command === 'string' ? command : '', ...args]
  if (words.some((word, place) => mayBeSecret(args[place - 2] ?? '', word))) return undefined
  if (server['type'] === 'sse' || (typeof url === 'string' && redact(url) !== url)) return undefined
  const [field, given] = typeof url === 'string' ? ['headers', server['headers']] : ['env', server['env']]
  let key: string | undefined
  const values: [string, string][] = []
  for (const [name, written] of Object.entries(isRecord(given) ? given : {})) {
    const value = String(written)
    const [, expanded] = /\$\{([A-Za-z_]\w{0,99})(?::-[^}]*)?\}/.exec(value) ?? []
    const file = name.endsWith('_FILE') ? /^\.datacore\/env\/([A-Za-z_]\w{0,99})$/.exec(value)?.[1] : undefined
    if (file === undefined && expanded === undefined && !mayBeSecret(name, value)) values.push([name, value])
    else {
      const own = file ?? expanded ?? (field === 'env' ? name : keyName(id))
      if (key !== undefined && key !== own) leave(`${name} is not copied: a source has one key, and ${key} is it`)
      else values.push([name, file === undefined ? `${/^Bearer\s/i.test(value) ? 'Bearer ' : ''}{api_key}` : value])
      key ??= own
    }
  }
  const own = { ...(field === 'env' ? { command, args } : { url }), [field]: Object.fromEntries(values) }
  return { ...(key === undefined ? {} : { api_key: key }), mcp: own }
}

/** By the name it has, or by how it looks: long, of letters and digits, without words. */
function mayBeSecret(name: string, value: string): boolean {
  if (/key|token|secret|passw|auth|credential|cookie/i.test(name)) return value !== ''
  if (redact(value) !== value || /(?:key|token|secret|password)=/i.test(value)) return true
  return /^(?:sk|pk|ghp|xox\w)[-_]/.test(value) || /^(?=\S*\d)(?=\S*[A-Za-z])[\w+=~-]{20,}$/.test(value)
}
