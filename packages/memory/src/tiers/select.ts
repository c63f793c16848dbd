import { type CodedError, whenCoded } from '@datacortex/errors'
import type { SearchHit, SearchPort, SearchPortOptions } from '../search/search-port.ts'
import { withTextsOf, withTheirNotes } from '../search/with-their-notes.ts'
import { withinLimit } from '../search/within-limit.ts'
import type { HotAnswer, HotCache } from './hot-cache.ts'

/** The tiers of DIP-0016 §7, hottest first. */
export type TierName = 'tier0_working' | 'tier1_hot' | 'tier2_warm' | 'tier3_cold'

export type MemoryTiers = {
  readonly hot?: HotCache | undefined
  readonly warm?: SearchPort | undefined
  /** Of what hotter tiers hold, what the index does not have: it can't judge that. All of it if absent. */
  readonly notInWarm?: ((held: readonly SearchHit[]) => Promise<readonly SearchHit[]>) | undefined
  /** Whether the hot cache may keep what the index answered just now; yes if absent. */
  readonly keepsWarm?: (() => boolean) | undefined
  readonly cold?: SearchPort | undefined
  /** For times: milliseconds from any point, never going back. */
  readonly elapsed: () => number
}

export type TierReport = {
  readonly tier: TierName
  readonly answered: boolean
  readonly hits: number
  readonly took_ms: number
  readonly reason: string
}

export type Selection = {
  readonly query: string
  /** The tier that ended the search; absent if none had enough. */
  readonly tier?: TierName | undefined
  /** Hits of that tier and what hotter tiers hold that it doesn't have, best first, up to the limit. */
  readonly hits: readonly TierHit[]
  readonly tiers: readonly TierReport[]
}

type TierAnswer = HotAnswer & {
  /** What of the hits of hotter tiers counts beside; all if absent. */
  readonly beside?: readonly TierHit[] | undefined
}

type TierHit = SearchHit & { readonly tier: TierName }

/** Searches the tiers from the hottest down to the first that has an answer (DIP-0016 §7.2); one may fail. */
export async function select(tiers: MemoryTiers, query: string, asked: SearchPortOptions): Promise<Selection> {
  const options = { ...asked, filter: asked.filter && { ...asked.filter, types: withTextsOf(asked.filter.types) } }
  const reports: TierReport[] = []
  let held: readonly TierHit[] = []
  for (const tier of ['tier0_working', 'tier1_hot', 'tier2_warm', 'tier3_cold'] as const) {
    options.signal?.throwIfAborted()
    const startedAt = tiers.elapsed()
    const { hits, enough, reason, beside = held } = await ask(tier, { tiers, query, options, held })
    reports.push({ tier, answered: enough, hits: hits.length, took_ms: tiers.elapsed() - startedAt, reason })
    const found = hits.map((hit) => ({ ...hit, tier }))
    if (enough && tier !== 'tier3_cold')
      return { query, tier, hits: withinLimit(withTheirNotes(merged(found, beside)), options.limit), tiers: reports }
    held = [...beside, ...found]
  }
  // Of files and weak hits of the index the better ones come first.
  const hits = withTheirNotes(merged([], held))
  const tier = held.at(-1)?.tier
  return { query, ...(tier === undefined ? {} : { tier }), hits: withinLimit(hits, options.limit), tiers: reports }
}

type Question = {
  readonly tiers: MemoryTiers
  readonly query: string
  readonly options: SearchPortOptions
  readonly held: readonly TierHit[]
}

async function ask(tier: TierName, { tiers, query, options, held }: Question): Promise<TierAnswer> {
  const { hot, warm, cold } = tiers
  const asking: Readonly<Record<TierName, () => Promise<TierAnswer>>> = {
    // What stands in the context window needs no search.
    tier0_working: async () => await Promise.resolve(absent),
    tier1_hot: async () => (hot === undefined ? absent : await hot.lookup(query, options)),
    tier2_warm: async () => (warm === undefined ? absent : await warmAnswer(warm, { tiers, query, options, held })),
    tier3_cold: async () => (cold === undefined ? absent : portAnswer(await cold(query, options), 'the files')),
  }
  const failed = ({ code, message }: CodedError) => ({ hits: [], enough: false, reason: `${code}: ${message}` })
  return await asking[tier]().catch(whenCoded(failed))
}

async function warmAnswer(warm: SearchPort, { tiers, query, options, held }: Question): Promise<TierAnswer> {
  const { hot } = tiers
  // Before it is asked: what was read from an older index must not be taken for an answer of a newer one.
  const indexVersion = await hot?.indexVersion()
  const hits = await warm(query, options)
  const lacking = new Set(((await tiers.notInWarm?.(held)) ?? held).map(({ id }) => id))
  const beside = held.filter(({ id }) => lacking.has(id))
  const isSure = tiers.cold === undefined || hits.some(({ score }) => score >= realHit)
  // Weak hits, kept, would answer the same query next time in the place of the files.
  if (indexVersion !== undefined && hits.length > 0 && isSure && tiers.keepsWarm?.() !== false)
    await hot?.keep(query, { ...options, hits: withinLimit(merged(hits, beside), options.limit), indexVersion })
  if (hits.length === 0 || isSure) return { ...portAnswer(hits, 'the index'), beside }
  return { hits, beside, enough: false, reason: 'only weak hits in the index; the files are asked as well' }
}

/** See `calibrateScore`. */
const realHit = 0.5

const absent: TierAnswer = { hits: [], enough: false, reason: 'there is no such tier here' }

function portAnswer(hits: readonly SearchHit[], what: string): TierAnswer {
  return hits.length > 0
    ? { hits, enough: true, reason: `found in ${what}` }
    : { hits, enough: false, reason: `nothing found in ${what}` }
}

/** Best first, each note and memory once, as the first list has it; of equally good ones those of the first list. */
function merged<T extends SearchHit>(first: readonly T[], second: readonly T[]): readonly T[] {
  // The order of an index is its own, also where scores are equal.
  if (second.length === 0) return first
  const byNote = Map.groupBy([...first, ...second], ({ path, id }) => path ?? id)
  const all = [...byNote.values()].flatMap((its) => its.slice(0, 1))
  return all.sort((one, other) => other.score - one.score)
}
