import { roughStem } from '../text/content-terms.ts'

// Saying one end of a pair of the other's subject says the contrary.
const pairs =
  'rise rises rose risen increase increases increased grow grows grew grown | fall falls fell fallen decrease decreases decreased decline declined shrink shrinks shrank shrunk;more | fewer less;higher | lower;safe | unsafe;improve improves improved | worsen worsens worsened;opens opened | closes closed;darker | lighter;larger bigger | smaller;faster | slower;longer | shorter;earlier sooner | later;effective | ineffective;possible | impossible;legal | illegal;warmer hotter | colder cooler;stronger | weaker;cheaper | dearer costlier;succeeds succeeded | fails failed;rejects rejected refuses refused | approves approved accepts accepted;allows allowed permits permitted | forbids forbade forbidden bans banned;steigt stieg gestiegen | sinkt sank gesunken;mehr | weniger;größer | kleiner;höher | niedriger'

const poles: ReadonlyMap<string, string> = new Map(
  pairs.split(';').flatMap((pair, place) =>
    pair.split('|').flatMap((side, end) =>
      side
        .trim()
        .split(' ')
        .map((word) => [word, `${end === 0 ? '+' : '-'}${place}`] as const),
    ),
  ),
)

const stems: ReadonlySet<string> = new Set([...poles.keys()].map(roughStem))

/** The ends of opposites that words name. */
export function polesOf(words: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => poles.get(word) ?? []))]
}

export function isPole(term: string): boolean {
  return stems.has(term)
}

export function areParallel(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((pole) => b.includes(pole))
}

/** Whether one statement names the other end of what the other one names, and not both. */
export function areOpposite(a: readonly string[], b: readonly string[]): boolean {
  const other = (pole: string): string => (pole.startsWith('+') ? `-${pole.slice(1)}` : `+${pole.slice(1)}`)
  return a.some((pole) => b.includes(other(pole)) && !b.includes(pole) && !a.includes(other(pole)))
}
