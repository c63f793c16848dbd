import { nearestNames } from '@datacortex/registry'

/** The single tags of all triggers, to tell a mistyped one from one that is known. */
export class KnownTags {
  readonly #tags = new Set<string>()
  readonly #byEnd = new Map<string, string[]>()

  add(tag: string): void {
    if (this.#tags.has(tag)) return
    this.#tags.add(tag)
    for (const end of endsOf(tag)) {
      const known = this.#byEnd.get(end)
      if (known === undefined) this.#byEnd.set(end, [tag])
      else known.push(tag)
    }
  }

  has(tag: string): boolean {
    return this.#tags.has(tag)
  }

  /** The tags that an unknown one may have been meant for, the nearest first, at most three. */
  near(tag: string): readonly string[] {
    const lengths = Math.ceil(tag.length / 4)
    const alike = new Set(endsOf(tag).flatMap((end) => this.#byEnd.get(end) ?? []))
    return nearestNames(
      [...alike].filter((known) => Math.abs(known.length - tag.length) <= lengths || known.includes(tag)),
      tag,
    )
  }
}

function endsOf(tag: string): readonly string[] {
  return [`^${tag.slice(0, 2)}`, `${tag.slice(-2)}$`]
}
