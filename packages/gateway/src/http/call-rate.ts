const mostClients = 10_000

/** How many calls each client has left: a bucket that fills evenly, a tenth of a minute's calls at once. */
export class CallRate {
  readonly #perMs: number
  readonly #most: number
  readonly #now: () => number
  /** The one that called last is last. */
  readonly #clients = new Map<string, { left: number; at: number }>()

  constructor({ callsPerMinute, now }: { callsPerMinute: number; now: () => number }) {
    this.#perMs = callsPerMinute / 60_000
    this.#most = Math.max(1, callsPerMinute / 10)
    this.#now = now
  }

  /** Takes one call. `client`: its address. Gives 0 if it may be made, else after how many seconds it may. */
  take(client: string): number {
    const now = this.#now()
    const left = this.#left(client, now)
    this.#clients.delete(client)
    this.#clients.set(client, { left: left >= 1 ? left - 1 : left, at: now })
    if (this.#clients.size > mostClients) this.#clients.delete(this.#clients.keys().next().value ?? '')
    return this.#secondsUntilCall(left)
  }

  /** As `take`, without taking one. */
  wait(client: string): number {
    return this.#secondsUntilCall(this.#left(client, this.#now()))
  }

  #left(client: string, now: number): number {
    const known = this.#clients.get(client)
    return known === undefined ? this.#most : Math.min(this.#most, known.left + (now - known.at) * this.#perMs)
  }

  #secondsUntilCall(left: number): number {
    return left >= 1 ? 0 : Math.ceil((1 - left) / this.#perMs / 1000)
  }
}
