import { type Finding, warningFinding } from '@datacortex/errors'
import type { Settings } from '@datacortex/platform'
import { misspeltKey } from '@datacortex/registry'

/** Keys of the settings that look like a misspelt one of ours. Any other unknown key belongs to another program. */
export function checkSettings(settings: Settings): readonly Finding[] {
  const { budget, podcast } = settings.research
  const places: readonly (readonly [string, object, object])[] = [
    ['', settings, top],
    ...sections.map((section) => [`${section}.`, settings[section], names[section]] as const),
    ['research.budget.', budget, names.budget],
    ['research.podcast.', podcast, names.podcast],
  ]
  return places.flatMap(([prefix, found, known]) =>
    Object.keys(found)
      .filter((key) => !Object.hasOwn(known, key))
      .flatMap((key) => findingOf({ key, near: misspeltKey(key, { known: Object.keys(known), beside: [] }), prefix })),
  )
}

type Names<Of> = { readonly [Key in keyof Of]-?: true }

const sections = [
  'embeddings',
  'find',
  'agents',
  'index',
  'context',
  'network',
  'ingest',
  'search',
  'research',
  'nightshift',
  'sync',
  'notes',
  'minds',
  'directories',
  'nostr',
  'chain',
  'serve',
] as const

const top: Names<Settings> = {
  embeddings: true,
  find: true,
  agents: true,
  index: true,
  context: true,
  privacy: true,
  runners: true,
  plugins: true,
  network: true,
  ingest: true,
  search: true,
  research: true,
  nightshift: true,
  sync: true,
  notes: true,
  minds: true,
  directories: true,
  nostr: true,
  chain: true,
  serve: true,
  writer: true,
  speech: true,
  work_areas: true,
}

type Sections = Pick<Settings, (typeof sections)[number]>

const names: { readonly [Key in keyof Sections]: Names<Sections[Key]> } & {
  readonly budget: Names<Settings['research']['budget']>
  readonly podcast: Names<Settings['research']['podcast']>
} = {
  notes: { obeyed: true },
  minds: { sender: true, discovery: true, reflect_after_run: true, reflect_at: true },
  directories: { deadline_ms: true, max_age_hours: true, trust: true },
  nostr: { relays: true, deadline_ms: true },
  chain: { rpc: true },
  serve: { tls_cert: true, tls_key: true, allow_private: true, a2a_0_3: true },
  embeddings: { model: true, dtype: true, former: true, reranker: true, threads: true },
  find: { min_score: true, judge_ms: true },
  agents: { disabled: true },
  index: { ignore: true, obsidian_exclusions: true },
  context: { budget: true, documents: true, specs: true },
  network: { allow_private: true, per_host_per_minute: true, contact: true, web_sources: true },
  ingest: {
    content_reader: true,
    readers: true,
    concurrency: true,
    text: true,
    zettels: true,
    max_bytes: true,
    timeout_ms: true,
    memory_mb: true,
  },
  search: { timeout_ms: true },
  research: {
    podcast: true,
    readwise_url: true,
    max_sources_per_night: true,
    relevance_threshold: true,
    budget: true,
    deny_domains: true,
    allow_domains: true,
  },
  sync: { server: true, token: true, git: true, space: true, deadline_ms: true },
  nightshift: {
    files: true,
    sources: true,
    at: true,
    until: true,
    zone: true,
    budget: true,
    workers: true,
    evaluators: true,
    quality_threshold: true,
    approve: true,
    lease_seconds: true,
    postgres: true,
    git: true,
  },
  budget: { usd: true, calls: true, minutes: true },
  podcast: { auto_generate: true },
}

function findingOf({
  key,
  near,
  prefix,
}: {
  readonly key: string
  readonly near: string | undefined
  readonly prefix: string
}): readonly Finding[] {
  if (near === undefined) return []
  return [
    warningFinding('SETTINGS_KEY_UNKNOWN', `${prefix}${key}`, {
      message: 'nothing here reads this key of .datacore/settings.yaml',
      hint: `Did you mean ${prefix}${near}?`,
    }),
  ]
}
