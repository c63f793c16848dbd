import { chineseNumerals } from './chinese-numerals.ts'
import { englishNumerals } from './english-numerals.ts'
import { germanNumerals } from './german-numerals.ts'
import type { Numeral } from './numeral.ts'

/** A text whose numbers in words are digits; “one” stays, unless a unit follows or the text stresses it. */
export function withDigits(text: string): string {
  return [...englishNumerals, ...germanNumerals, ...chineseNumerals].reduce(rewritten, text)
}

function rewritten(text: string, { pattern, read }: Numeral): string {
  let [written, end] = ['', 0]
  for (const match of text.matchAll(pattern)) {
    const digits = read(match[0], {
      groups: match.groups ?? {},
      before: text.slice(Math.max(0, match.index - mostContext), match.index),
      after: text.slice(match.index + match[0].length, match.index + match[0].length + mostContext),
    })
    if (digits === undefined) continue
    written += text.slice(end, match.index) + digits
    end = match.index + match[0].length
  }
  return written + text.slice(end)
}

const mostContext = 40
