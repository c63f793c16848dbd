import { type Registry, foldedId, nameKeys } from '@datacortex/registry'

/** An agent that a task names. */
export type NameMatch = {
  /** Id of it, which may be a former one. */
  readonly owner: string
  /** What of the task names it. */
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
