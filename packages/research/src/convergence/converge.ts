import { registrableDomain } from '../dedup/registrable-domain.ts'
import { unionFind } from '../dedup/union-find.ts'

export type Supporter = {
  readonly sourceId: string
  /** Copies, mirrors and parts of one work have one. */
  readonly cluster: string
  readonly url?: string | undefined
  /** Who found it: ids of sources of the registry. */
  readonly routes: readonly string[]
  /** Where it has the thing from: `doi:10.1000/xyz`, `link:https://…`, `quote:…`; its own ids as well. */
  readonly primaries: readonly string[]
  /** Ids of documents of other clusters with which it has text in common. */
  readonly overlaps?: readonly string[] | undefined
}

export type Echo = {
  readonly sources: readonly string[]
  /** A domain, an owner, a work, an address or a quotation that they share. */
  readonly origin: string
}

export type Convergence = {
  /** Voices that say it. */
  readonly independent: number
  /** Voices there were in all. */
  readonly of: number
  /** Who found it, sorted: a route is no vote. */
  readonly routes: readonly string[]
  /** Several documents that count once; an echo of k documents gives k sources. */
  readonly echo: readonly Echo[]
  /** Three documents and more, and all of them one voice. */
  readonly echoChamber: boolean
}

/**
 * Counts independent voices: copies are one, so are documents of one registrable domain or owner, and documents that
 * have it from one primary source. Aggregators and answer engines have no voice.
 *
 * More copies of a page never raise the number.
 * @see https://publicsuffix.org/list/
 * @example converge(supporters, supporters).independent // 2
 */
export function converge(supporters: readonly Supporter[], all: readonly Supporter[]): Convergence {
  const voices = voicesOf(supporters, true)
  const independent = voices.filter(hasVoice).length
  const echo = voices
    .filter((voice) => voice.length > 1)
    .map((voice) => ({ sources: voice.map(({ sourceId }) => sourceId).sort(), origin: originOf(voice) }))
  return {
    independent,
    of: Math.max(voicesOf(all, false).filter(hasVoice).length, independent),
    routes: [...new Set(supporters.flatMap(({ routes }) => routes))].sort(),
    echo: echo.sort((a, b) => b.sources.length - a.sources.length || (a.origin < b.origin ? -1 : 1)),
    echoChamber: supporters.length >= 3 && independent <= 1,
  }
}

function voicesOf(supporters: readonly Supporter[], withPrimaries: boolean): readonly (readonly Supporter[])[] {
  const sets = unionFind(supporters.length)
  const firsts = new Map<string, number>()
  for (const [place, supporter] of supporters.entries()) {
    for (const key of keysOf(supporter, withPrimaries)) {
      const first = firsts.get(key)
      if (first === undefined) firsts.set(key, place)
      else sets.union(first, place)
    }
  }
  const places = new Map(supporters.map(({ sourceId }, place) => [sourceId, place]))
  for (const [place, { overlaps = [] }] of withPrimaries ? supporters.entries() : []) {
    for (const id of overlaps) sets.union(place, places.get(id) ?? place)
  }
  const groups = Map.groupBy(supporters.keys(), (place) => sets.find(place))
  return [...groups.values()].map((places) => places.flatMap((place) => supporters[place] ?? []))
}

/** An aggregator joins copies to their cluster, but its domain joins nothing. */
function keysOf(supporter: Supporter, withPrimaries: boolean): readonly string[] {
  const owner = isAggregator(supporter) ? undefined : ownerOf(supporter)
  return [
    `cluster:${supporter.cluster}`,
    ...(owner === undefined ? [] : [`owner:${owner}`]),
    ...(withPrimaries ? supporter.primaries.map((primary) => `primary:${primary}`) : []),
  ]
}

function hasVoice(voice: readonly Supporter[]): boolean {
  return voice.some((supporter) => !isAggregator(supporter))
}

function isAggregator({ url }: Supporter): boolean {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname.replace(/^www\./u, '')
  return host !== undefined && (aggregators.has(host) || aggregators.has(registrableDomain(host) ?? host))
}

function ownerOf({ url }: Pick<Supporter, 'url'>): string | undefined {
  const domain = url === undefined ? undefined : registrableDomain(url)
  return domain === undefined ? undefined : (groupOf.get(domain) ?? domain)
}

/** Registrable domains of one owner, who speaks with one voice; the first names the group. */
const ownerGroups: readonly (readonly string[])[] = [
  ['reuters.com', 'thomsonreuters.com'],
  ['bloomberg.com', 'businessweek.com'],
  [
    'wsj.com',
    'barrons.com',
    'marketwatch.com',
    'dowjones.com',
    'nypost.com',
    'thetimes.com',
    'thetimes.co.uk',
    'thesun.co.uk',
    'foxnews.com',
    'news.com.au',
    'theaustralian.com.au',
  ],
  ['nytimes.com', 'theathletic.com', 'nyt.com'],
  ['bbc.co.uk', 'bbc.com'],
  ['theguardian.com', 'guardian.co.uk'],
  ['cnn.com', 'wbd.com'],
  ['nbcnews.com', 'cnbc.com', 'msnbc.com', 'today.com'],
  ['wired.com', 'arstechnica.com', 'newyorker.com', 'vanityfair.com', 'vogue.com', 'condenast.com'],
  ['theverge.com', 'vox.com', 'polygon.com', 'nymag.com', 'voxmedia.com'],
  ['techcrunch.com', 'engadget.com', 'aol.com', 'yahoo.com'],
  ['zdnet.com', 'cnet.com', 'pcmag.com', 'mashable.com', 'ign.com'],
  [
    'nature.com',
    'springer.com',
    'springernature.com',
    'biomedcentral.com',
    'scientificamerican.com',
    'spiegel-wissenschaft.de',
  ],
  ['sciencedirect.com', 'elsevier.com', 'cell.com', 'thelancet.com'],
  ['wiley.com', 'onlinelibrary.wiley.com'],
  ['dailymail.co.uk', 'metro.co.uk', 'inews.co.uk', 'newscientist.com'],
  ['mirror.co.uk', 'express.co.uk', 'dailystar.co.uk', 'manchestereveningnews.co.uk', 'reachplc.com'],
  ['bild.de', 'welt.de', 'businessinsider.com', 'politico.com', 'politico.eu', 'axelspringer.com'],
  ['wikipedia.org', 'wikimedia.org', 'wikidata.org', 'wikinews.org'],
  ['google.com', 'youtube.com', 'blog.google', 'deepmind.google', 'deepmind.com'],
  ['microsoft.com', 'github.blog', 'linkedin.com'],
  ['meta.com', 'facebook.com', 'instagram.com', 'fb.com'],
]

/** Registrable domains, or hosts, that only pass on what others say: routes, not votes. */
const aggregators: ReadonlySet<string> = new Set(
  [
    'news.google.com news.yahoo.com msn.com flipboard.com feedly.com smartnews.com newsbreak.com',
    'ground.news upday.com pocket.co getpocket.com techmeme.com memeorandum.com drudgereport.com',
    'news.ycombinator.com lobste.rs digg.com slashdot.org allsides.com scoop.it paper.li perplexity.ai',
    'you.com chatgpt.com chat.openai.com gemini.google.com copilot.microsoft.com phind.com consensus.app',
    'elicit.com scholar.google.com bing.com duckduckgo.com search.brave.com',
  ].flatMap((line) => line.split(' ')),
)

const groupOf: ReadonlyMap<string, string> = new Map(
  ownerGroups.flatMap((domains) => domains.map((domain) => [domain, domains[0] ?? domain] as const)),
)

/** What most of them share, in the order in which it explains most. */
function originOf(voice: readonly Supporter[]): string {
  const keys = voice.flatMap((supporter) => [...supporter.primaries, ownerOf(supporter)])
  const shared = [...Map.groupBy(keys, (key) => key)]
    .flatMap(([key, { length }]) => (key === undefined || length === 1 ? [] : [{ key, length }]))
    .sort((a, b) => b.length - a.length || (a.key < b.key ? -1 : 1))
  const clusters = new Set(voice.map(({ cluster }) => cluster))
  return (clusters.size === 1 ? undefined : shared[0]?.key) ?? ownerOf(voice[0] ?? {}) ?? 'copies of one text'
}
