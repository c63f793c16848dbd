import { type LinearRegex, type RefusedRegex, compileLinear } from './linear-regex.ts'

// Some 10 KB each.
const mostRegexes = 2000

/** Compiled expressions, those that were not used for longest let go. */
export class RegexCache {
  readonly #regexes = new Map<string, LinearRegex | RefusedRegex>()

  /** Compiles an expression or gives what was compiled before. */
  get(pattern: string): LinearRegex | RefusedRegex {
    const known = this.#regexes.get(pattern)
    const regex = known ?? compileLinear(pattern)
    // A map keeps the order in which keys were set.
    if (known !== undefined) this.#regexes.delete(pattern)
    this.#regexes.set(pattern, regex)
    if (this.#regexes.size > mostRegexes) {
      const [oldest] = this.#regexes.keys()
      if (oldest !== undefined) this.#regexes.delete(oldest)
    }
    return regex
  }
}
