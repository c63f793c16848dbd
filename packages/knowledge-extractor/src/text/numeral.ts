export type NumeralContext = {
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly before: string
  readonly after: string
}

export type Numeral = {
  readonly pattern: RegExp
  /** The digits for what was found; undefined if it is no number after all. */
  readonly read: (found: string, context: NumeralContext) => string | undefined
}

/** Patterns for where a word begins that is no part of another one, and where it ends. */
export const alone = { start: String.raw`(?<![\p{L}\p{N}'’.-])`, end: String.raw`(?![\p{L}\p{N}])` } as const

/** Words with their values, which begin with one and go up by a step. */
export function counted(words: string, first: number, step = 1): readonly (readonly [string, number])[] {
  return words.split(' ').map((word, place) => [word, first + step * place])
}

/** A whole number, or one with a half, as digits that every language reads alike: without comma. */
export function digitsOf(value: number): string {
  return Number.isInteger(value) ? String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '\u202F') : String(value)
}

/** A share as whole per cent, which is how exact people mean it. */
export function percentOf(count: number, parts: number = 1): number {
  return Math.round((100 * count) / parts)
}

export function isSentenceStart(before: string): boolean {
  return /(?:^|[.!?:;…]["'”’»)\]]*\s+|\n\s*(?:[-*>•+]\s+)?)["'“„«(*_]*$/u.test(before)
}

export function isCapitalisedInside(found: string, before: string): boolean {
  return /^\p{Lu}/u.test(found) && !isSentenceStart(before)
}
