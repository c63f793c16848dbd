import { type Finding, warningFinding, withoutUndefined } from '@datacortex/errors'
import type { PublishedAgent } from '@datacortex/plugin'
import type { FoundAgent } from '@datacortex/registry/find'
import type { DirectoryCache, KeptRecord } from './directory-cache.ts'
import { lookOf } from './look-of.ts'
import { type OwnRuns, type Reputation, type TrustList, reputationOf } from './reputation.ts'
import { type CheckedLink, sameAgent } from './same-agent.ts'

export type Origin = Pick<PublishedAgent, 'author' | 'url' | 'version' | 'hints'> & {
  /** `local` for an agent of the space. */
  readonly directory: string
  readonly published_at?: string | undefined
  /** When its directory last said so, and whether that may no longer be so. */
  readonly seen_at?: string | undefined
  readonly stale?: boolean | undefined
}

/** An agent that fits, of the space or published elsewhere; of the latter every text is data of a stranger. */
export type PublishedResult = FoundAgent & {
  readonly origin: Origin
  readonly tools?: readonly string[] | undefined
  readonly proofs?: PublishedAgent['proofs']
  /** Ids of records that are the same agent, since each names the other. */
  readonly same?: readonly string[] | undefined
  /** What it claims to be elsewhere too, and whether that is proved. */
  readonly links?: readonly CheckedLink[] | undefined
  /** Ids of other agents, by others, whose names look the same. */
  readonly looks_like?: readonly string[] | undefined
  readonly reputation?: Reputation | undefined
  /** Id of the agent that was made of it here. */
  readonly imported_as?: string | undefined
}

/** Ids of agents by how their names look. */
export type LocalNames = ReadonlyMap<string, readonly string[]>

/** Names by how they look, as results are compared with them. @example localNames([['baker', 'Baker']]) */
export function localNames(names: Iterable<readonly [id: string, name: string]>): LocalNames {
  const looks = Map.groupBy(names, ([, name]) => lookOf(name))
  return new Map([...looks].map(([look, all]) => [look, all.map(([id]) => id)]))
}

export type ShowOptions = {
  readonly cache: DirectoryCache
  /** Names of directories that were not listed as they are now. */
  readonly stale: ReadonlySet<string>
  readonly trust: TrustList
  /** Agents here that were imported, by the id of what they were made of. */
  readonly imported: ReadonlyMap<string, { readonly id: string; readonly own: OwnRuns }>
  /** Of the agents of the space. */
  readonly localNames: LocalNames
  /** How many are shown at the most, of those that are; all if absent. */
  readonly most?: number | undefined
  readonly isShown?: ((result: PublishedResult) => boolean) | undefined
}

/**
 * What is shown of found records: records that are one agent once, the best of them.
 * @example publishedResults(found, { cache, stale: new Set(), trust: {}, imported: new Map(), localNames: new Map() })
 */
export function publishedResults(found: readonly FoundAgent[], options: ShowOptions): readonly PublishedResult[] {
  const { cache, most = Infinity, isShown = () => true } = options
  const shown = new Set<string>()
  const results: PublishedResult[] = []
  for (const one of found) {
    // What nobody sees is not looked up: of each there are others to compare it with.
    if (results.length >= most) break
    const record = shown.has(one.id) ? undefined : cache.get(one.id)
    if (record === undefined) continue
    const { same, links } = sameAgent(record, (address) => cache.at(address))
    for (const { id } of [record, ...same]) shown.add(id)
    const own = [record, ...same].map(({ id }) => options.imported.get(id)).find((known) => known !== undefined)
    const alike = alikeIn([record, ...same], { ...options, own: own?.id })
    const reputation = reputationOf([record, ...same], { trust: options.trust, own: own?.own })
    const { tools = [], proofs = [] } = record
    const result = {
      ...one,
      origin: originOf(record, options.stale.has(record.directory) || cache.isUnseen(record)),
      ...(tools.length === 0 ? {} : { tools }),
      ...(proofs.length === 0 ? {} : { proofs }),
      ...(same.length === 0 ? {} : { same: same.map(({ id }) => id) }),
      ...(links.length === 0 ? {} : { links }),
      ...(alike.length === 0 ? {} : { looks_like: alike }),
      ...(reputation.parts.length === 0 ? {} : { reputation }),
      ...(own === undefined ? {} : { imported_as: own.id }),
    }
    if (isShown(result)) results.push(result)
  }
  return results
}

/** Ids of other agents, published or here, whose names look like that of records that are one. @example alikeIn([record], { cache, localNames }) */
export function alikeIn(
  records: readonly [PublishedAgent, ...PublishedAgent[]],
  { cache, localNames, own }: Pick<ShowOptions, 'cache' | 'localNames'> & { readonly own?: string | undefined },
): readonly string[] {
  const [{ name, author }] = records
  const isSame = new Set(records.map(({ id }) => id))
  const others = cache.named(name).filter((one) => !isSame.has(one.id) && one.author !== author)
  const here = (localNames.get(lookOf(name)) ?? []).filter((id) => id !== own)
  return [...others.map(({ id }) => id), ...here].slice(0, 10)
}

/** What to say of an agent that may be taken for others. @example alikeFinding(id, ['https://tides.example/card.json']) */
export function alikeFinding(id: string, alike: readonly string[]): readonly Finding[] {
  if (alike.length === 0) return []
  const message = `Its name looks like that of ${alike.slice(0, 3).join(', ')}, which it is not.`
  return [
    warningFinding('DIRECTORY_LOOKS_ALIKE', id, { message, hint: 'Look at who publishes each before you choose.' }),
  ]
}

function originOf(record: KeptRecord, stale: boolean): Origin {
  const { directory, author, url, version, publishedAt, hints = [], seenAt } = record
  return withoutUndefined({
    directory,
    author,
    url,
    version,
    published_at: publishedAt,
    hints: hints.length === 0 ? undefined : hints,
    seen_at: new Date(seenAt).toISOString(),
    stale,
  })
}
