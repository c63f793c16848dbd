import { type Registry, foldedId, nameKeys, currentId, nearestNames } from '@datacortex/registry'
import { type Finding, infoFinding } from '@datacortex/errors'

export type NameMatch = {
  /** Id of it, which may be a former one. */
  readonly owner: string
  readonly matched: string
  /** Whether it may be words that mean no name: "data analysis" may be asked of others when `data-analysis` is gone. */
  readonly isSpoken: boolean
}

// A word with `@` wherever it stands; with `/` only as the first one, for elsewhere that begins paths.
const addressed = /(?<=^|[\s("'“„«])@[^\s)]+|^\/[^\s/]+(?=\s|$)/gu

/** The ids of a registry, by the ways in which people write them. */
export class NameIndex {
  readonly #has: (id: string) => boolean
  /** As {@link foldedId} has them, and by their lower case, which comes first; of those that are alike, the first. */
  readonly #ids: ReadonlyMap<string, string>

  constructor({ agents }: Registry) {
    this.#has = (id) => agents.has(id)
    const ids = [...agents.keys()].toReversed()
    this.#ids = new Map(
      [foldedId, (id: string) => id.normalize('NFC').toLowerCase()].flatMap((fold) => ids.map((id) => [fold(id), id])),
    )
  }

  /** The agents whose name a text is, the likeliest first. */
  whole(text: string): readonly NameMatch[] {
    const name = text.trim()
    return [{ key: name, isSpoken: false }, ...nameKeys(name)].flatMap(({ key, isSpoken }) => {
      const owner = this.#has(key) ? key : this.#ids.get(key)
      return owner === undefined ? [] : [{ owner, matched: name, isSpoken }]
    })
  }

  /** The agents to whom a text speaks, in its order: `@code-reviewer look at this`, `/code-reviewer main.ts`. */
  addressed(text: string): readonly NameMatch[] {
    return [...text.matchAll(addressed)].flatMap(([word]) => this.whole(word).slice(0, 1))
  }
}

/** What is to be said of a task that begins with a mistyped command or name: `/reserch tides`. */
export function mistypedAddress(
  text: string,
  { registry, commands }: { registry: Registry; commands: readonly string[] },
): Finding | undefined {
  const [word, sign, name] = /^([@/])([^\s/@]+)(?=\s|$)/.exec(text.slice(0, longestWord)) ?? []
  if (word === undefined || sign === undefined || name === undefined) return undefined
  const ids = [...registry.agents.keys()].filter((id) => currentId(registry, id) !== undefined)
  const names = new Set([...(sign === '/' ? commands : []), ...ids])
  const typed = foldedId(name.replace(/[.!?,;:…]+$/u, ''))
  const nearest = nearestNames([...names], sign === '@' ? typed.replace(/^agent-/, '') : typed)
  if (nearest.length === 0) return undefined
  return infoFinding('ROUTER_NAME_UNKNOWN', word, {
    message: `No agent has the ${sign === '/' ? 'command or the name' : 'name'} ${word}.`,
    hint: `Did you mean ${nearest.map((one) => `${sign}${one}`).join(' or ')}?`,
  })
}

/** No name is longer. */
const longestWord = 250
