import { CodedError } from './coded-error.ts'

/** What is said of each code, made of the facts of the case. */
export type ErrorTable<Facts> = {
  readonly [Code in keyof Facts]: {
    readonly message: Said<Facts[Code], string>
    readonly hint?: Said<Facts[Code], string | undefined> | undefined
    /** What programs are told, where that is not all of the facts. */
    readonly details?: ((facts: Facts[Code]) => Readonly<Record<string, unknown>>) | undefined
  }
}

type Said<Facts, Text> = string | ((facts: Facts) => Text)

/** Makes an error of a table; `{}` is given for a code without facts. */
export type MakeError<Facts> = <Code extends keyof Facts & string>(
  code: Code,
  facts: Facts[Code],
  options?: { readonly cause?: unknown },
) => CodedError

/** The facts of each code of a table, from the function that {@link errorsOf} makes of it. */
export type FactsOf<Make> = Make extends MakeError<infer Facts> ? Facts : never

/**
 * Makes the errors of a package out of one table.
 * @param table - Code to message and hint; a message is one sentence, in present tense. Its parameter names all facts.
 * @returns A function that makes the error of a code; its details are the facts, unless the table says otherwise.
 * @example
 * export const noteError = errorsOf({
 *   NOTE_MISSING: { message: ({ path }: { path: string }) => `There is no note ${path}.`, hint: 'datacortex index' },
 * })
 * throw noteError('NOTE_MISSING', { path: 'a.md' })
 */
export function errorsOf<Facts extends object>(table: ErrorTable<Facts>): MakeError<Facts> {
  return function makeError(code, facts, options) {
    const { message, hint, details } = table[code]
    const error = new CodedError(code, said(message, facts), {
      hint: hint === undefined ? undefined : said(hint, facts),
      details: details === undefined ? (facts as Readonly<Record<string, unknown>>) : details(facts),
      cause: options?.cause,
    })
    // The stack begins where it was thrown.
    Error.captureStackTrace(error, makeError)
    return error
  }
}

function said<Facts, Text>(text: Said<Facts, Text>, facts: Facts): string | Text {
  return typeof text === 'function' ? text(facts) : text
}
