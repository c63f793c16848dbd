import type { FindOptions, Finder, FindResult } from '@datacortex/registry'

/**
 * `find` on a space that may change: the index is brought up to date by the first search after a change; edited prompts
 * are noticed within a second.
 */
export class SpaceFinder implements AsyncDisposable {
  readonly #open: () => Promise<Finder>
  #version: unknown
  #lookedAtMs = 0
  #lease: Lease | undefined

  constructor(open: () => Promise<Finder>) {
    this.#open = open
  }

  /**
   * Finds agents.
   *
   * @param query - In the words of a user.
   * @param options - As for `find`; `version` is another one whenever the space changed.
   */
  async find(query: string, { version, ...options }: FindOptions & { readonly version: unknown }): Promise<FindResult> {
    if (this.#lease === undefined || this.#version !== version || (await this.#hasOldPrompts(this.#lease))) {
      const outdated = this.#lease
      this.#version = version
      this.#lookedAtMs = performance.now()
      this.#lease = new Lease(this.#open())
      await outdated?.[Symbol.asyncDispose]()
    }
    const lease = this.#lease
    try {
      return await lease.use(async (finder) => await finder.find(query, options))
    } catch (error) {
      // One that could not be opened is not kept.
      if (lease.failed && this.#lease === lease) this.#lease = undefined
      throw error
    }
  }

  /**
   * Looked at once a second at most: thousands of prompts take some hundredths of a second. More rarely while the index
   * can't be brought up to date, because of a full disk say: what is indexed stays old then, and trying takes seconds.
   */
  async #hasOldPrompts(lease: Lease): Promise<boolean> {
    const waitMs = lease.isOutdated ? retryEveryMs : lookEveryMs
    if (performance.now() - this.#lookedAtMs < waitMs) return false
    this.#lookedAtMs = performance.now()
    const unchanged = lease.use((finder) => Promise.resolve(finder.promptsAreUnchanged()))
    // Why one could not be opened is told by asking it.
    return !(await unchanged.catch(() => true))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lease?.[Symbol.asyncDispose]()
  }
}

const lookEveryMs = 1000
const retryEveryMs = 30_000

/** A finder that is closed when it is no longer wanted and its last query was answered. */
class Lease implements AsyncDisposable {
  failed = false
  /** Whether it answers from an earlier index, since a newer one could not be made. */
  isOutdated = false
  readonly #opening: Promise<Finder>
  readonly #users = new Set<Promise<unknown>>()

  constructor(opening: Promise<Finder>) {
    this.#opening = opening
    void this.#note(opening)
  }

  async #note(opening: Promise<Finder>): Promise<void> {
    try {
      this.isOutdated = (await opening).update.problem !== undefined
    } catch {
      this.failed = true
    }
  }

  async use<T>(ask: (finder: Finder) => Promise<T>): Promise<T> {
    const answer = this.#opening.then(ask)
    const settled = answer.then(
      () => undefined,
      () => undefined,
    )
    this.#users.add(settled)
    try {
      return await answer
    } finally {
      this.#users.delete(settled)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#users)
    const finder = await this.#opening.catch(() => undefined)
    await finder?.[Symbol.asyncDispose]()
  }
}
