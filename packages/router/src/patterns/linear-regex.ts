import { RE2JS, RE2JSException } from 're2js'

/** A regular expression that is matched in time proportional to the text. */
export type LinearRegex = {
  readonly ok: true
  /** The first piece of a text that matches; undefined if none does. */
  first(text: string): string | undefined
}

/** Why an expression can't be used. */
export type RefusedRegex = { readonly ok: false; readonly reason: string }

// What counted repetitions such as `(a{10}){10}` grow to; each step of a match may visit all of it.
const mostInstructions = 1000

const shortText = 500

/**
 * Compiles an expression, ignoring case.
 *
 * @param pattern - RE2 syntax: no look-around and no references back, which is what makes it linear.
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function compileLinear(pattern: string): LinearRegex | RefusedRegex {
  try {
    const regex = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    if (regex.programSize() > mostInstructions)
      return { ok: false, reason: 'its repetitions make it too large: write fewer or smaller ones' }
    return {
      ok: true,
      first(text) {
        // It walks a long text much faster than a matcher, but has to build its automaton first.
        if (text.length > shortText && !regex.test(text)) return undefined
        const matcher = regex.matcher(text)
        return matcher.find() ? (matcher.group() ?? '') : undefined
      },
    }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { ok: false, reason: error.message.replace(/^error parsing regexp: /, '') }
  }
}
