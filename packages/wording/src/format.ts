import { displayWidth } from './display-width.ts'

/**
 * A whole number with commas between its thousands.
 *
 * By hand, because `toLocaleString` loads the data of all languages, which alone takes 24 ms of a cold start.
 * @example grouped(4978) // '4,978'
 */
export function grouped(amount: number | bigint): string {
  return String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/**
 * A number with its noun, in the plural where needed.
 * @param plural - If not made by adding `s`.
 * @example count(2, 'agent') // '2 agents'
 */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(amount)} ${amount === 1 ? noun : plural}`
}

/**
 * Milliseconds as people read them.
 * @example duration(6100) // '6.1 s'
 */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Rows as aligned columns, two spaces apart, without trailing spaces.
 * @param rows - Cells; the last column is not padded.
 * @returns One line a row.
 * @example columns([['a', 'b'], ['long', 'c']])
 */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.slice(0, -1).forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell))))
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * Text cut to a length, at the end of a word if there is one near, with an ellipsis.
 * @param text - Any text; white space is folded.
 * @param length - Longest result in characters.
 * @example shorten('a long sentence', 8) // 'a long…'
 */
export function shorten(text: string, length: number): string {
  const folded = text.replace(/\s+/g, ' ').trim()
  if (folded.length <= length) return folded
  const cut = folded.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > length * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Notes by what became of them. */
export type NoteCounts = Readonly<Record<'added' | 'changed' | 'removed' | 'unchanged', number>>

/**
 * Counts in words: how many notes are new, changed, gone; zeros are left out.
 * @example noteCounts({ added: 2, changed: 0, removed: 0, unchanged: 5 }) // '2 notes added · 5 unchanged'
 */
export function noteCounts(counts: NoteCounts): string {
  const parts = (['added', 'changed', 'removed', 'unchanged'] as const)
    .filter((what) => counts[what] > 0)
    .map((what, place) => `${place === 0 ? count(counts[what], 'note') : grouped(counts[what])} ${what}`)
  return parts.length === 0 ? 'no notes are here' : parts.join(' · ')
}

/**
 * Of a question to a model or of a run, in US dollars: they are small.
 * @example costText(0.02) // '$0.0200'
 */
export function costText(usd: number): string {
  return `$${usd.toFixed(4)}`
}

type Used = Readonly<Partial<Record<'tokens_in' | 'tokens_out' | 'cost_usd', number | undefined>>>

/**
 * What a run used, as far as it says; undefined if it doesn't.
 * @example usedText({ tokens_in: 9, tokens_out: 3, cost_usd: 0.02 }) // '9 tokens in, 3 out, $0.0200'
 */
export function usedText({ tokens_in: input, tokens_out: output, cost_usd: usd }: Used): string | undefined {
  const tokens = (input ?? output) === undefined ? [] : [`${input ?? 0} tokens in, ${output ?? 0} out`]
  return [...tokens, ...(usd === undefined ? [] : [costText(usd)])].join(', ') || undefined
}
