import { type LinkBundle, type Reached, followLinks } from './follow-links.ts'

export type ExpandHitsOptions = {
  /** Steps along links, at least 1; more than 5 are taken as 5. */
  readonly hops: number
  readonly linksOf: (note: string) => readonly LinkBundle[]
  /** What notes that did not match directly score by themselves; asked once a hop. 0 for absent ones. */
  readonly ownOf?: ((notes: readonly string[]) => Promise<ReadonlyMap<string, number>>) | undefined
}

/**
 * Adds the notes that direct matches lead to, hop by hop from the five best of the hop before.
 *
 * @example await expandHits(new Map([['a.md', 4]]), { hops: 1, linksOf: () => [{ weight: 1, notes: ['b.md'] }] })
 */
export async function expandHits(
  scores: ReadonlyMap<string, number>,
  { hops, linksOf, ownOf }: ExpandHitsOptions,
): Promise<ReadonlyMap<string, Reached>> {
  const reached = new Map<string, Reached>([...scores].map(([note, score]) => [note, { score, via: [] }]))
  const own = new Map(scores)
  let sources = best(reached)
  for (let hop = 1; hop <= Math.min(hops, mostHops) && sources.length > 0; hop += 1) {
    const bundles = new Map(sources.map((source) => [source, linksOf(source)]))
    const targets = new Set([...bundles.values()].flat().flatMap(({ notes }) => notes))
    const unknown = [...targets].filter((note) => !own.has(note))
    for (const note of unknown) own.set(note, 0)
    for (const [note, score] of (await ownOf?.(unknown)) ?? []) own.set(note, score)
    const raised = followLinks(reached, {
      sources,
      own,
      isDirect: (note) => scores.has(note),
      linksOf: (note) => bundles.get(note) ?? [],
    })
    for (const [note, one] of raised) reached.set(note, one)
    sources = best(raised)
  }
  return reached
}

const mostHops = 5
const sourcesPerHop = 5

function best(reached: ReadonlyMap<string, Reached>): readonly string[] {
  return [...reached]
    .toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .slice(0, sourcesPerHop)
    .map(([note]) => note)
}
