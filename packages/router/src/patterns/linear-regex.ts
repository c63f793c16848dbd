import { RE2JS, RE2JSException } from 're2js'
import { asciiWords } from './ascii-words.ts'
import { isWordLetter } from './fold-case.ts'

/** A regular expression that is matched in time proportional to the text. */
export type LinearRegex = {
  readonly ok: true
  /** The first piece of a text that matches; undefined if none does. */
  first(text: string): string | undefined
}

export type RefusedRegex = { readonly ok: false; readonly reason: string }

// What counted repetitions such as `(a{10}){10}` grow to; each step of a match may visit all of it.
const mostInstructions = 1000

const shortText = 500

/** Compiles an expression, ignoring case; `^` and `$` are the ends of lines, and `\b` and `\w` know all letters. */
export function compileLinear(pattern: string): LinearRegex | RefusedRegex {
  return compile(pattern, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE)
}

/**
 * Compiles an expression as JSON Schema means it: case counts, and `^` and `$` are the ends of the text.
 * @example compileExact('^[a-z]+$')
 */
export function compileExact(pattern: string): LinearRegex | RefusedRegex {
  return compile(pattern, 0)
}

function compile(pattern: string, flags: number): LinearRegex | RefusedRegex {
  try {
    const regex = RE2JS.compile(pattern, flags)
    if (regex.programSize() > mostInstructions)
      return { ok: false, reason: 'its repetitions make it too large: write fewer or smaller ones' }
    const inWords = flags !== 0 && /\\[bBwW]/.test(pattern) ? searchInWords(pattern) : undefined
    return {
      ok: true,
      first(text) {
        if (inWords !== undefined && hasWordLetter(text)) return inWords(text)
        const place = search(regex, text)
        return place && text.slice(...place)
      },
    }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    // With the flags that the engine writes before the expression where it names all of it.
    return { ok: false, reason: error.message.replace(/^error parsing regexp: /, '').replace('`(?m)(?i)', '`') }
  }
}

/** From and to, in UTF-16 units; undefined if nothing matches. */
function search(regex: RE2JS, text: string): readonly [number, number] | undefined {
  // It walks a long text much faster than a matcher, but has to build its automaton first.
  if (text.length > shortText && !regex.test(text)) return undefined
  const matcher = regex.matcher(text)
  return matcher.find() ? [matcher.start(), matcher.end()] : undefined
}

/** Searches texts with letters beyond ASCII; undefined if the engine's own idea of words has to do. */
function searchInWords(pattern: string): ((text: string) => string | undefined) | undefined {
  const words = asciiWords(pattern)
  if (words === undefined) return undefined
  let regex: RE2JS | undefined
  return (text) => {
    regex ??= RE2JS.compile(words.pattern, RE2JS.MULTILINE)
    const written = words.write(text).join('')
    const place = search(regex, written)
    if (place === undefined) return undefined
    const [from, to] = place.map((at) => Array.from(written.slice(0, at)).length)
    return Array.from(text).slice(from, to).join('')
  }
}

function hasWordLetter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[^\u0000-\u007F]/.test(text) && Array.from(text).some(isWordLetter)
}

// Some 10 KB each.
const mostRegexes = 2000

/** Compiled expressions, those that were not used for longest let go. */
export class RegexCache {
  readonly #regexes = new Map<string, LinearRegex | RefusedRegex>()

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
