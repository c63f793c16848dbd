import type { Tokenizer } from './load-tokenizer.ts'

/** A text that keeps a budget. */
export type FittedText = {
  readonly text: string
  /** Of `text`, never above the budget. */
  readonly tokens: number
  readonly cut: boolean
}

/**
 * Cuts a text so that it keeps a token budget: after a sentence if one fits, else after a word, else anywhere. What
 * was cut ends with a note that says so.
 *
 * @param text - Any text.
 * @param options - `budgetTokens` ≥ 0; the tokenizer.
 * @returns An empty text if not even the note fits.
 * @example fitText('One. Two. Three.', { budgetTokens: 20, tokenizer })
 */
export function fitText(
  text: string,
  options: { readonly budgetTokens: number; readonly tokenizer: Tokenizer },
): FittedText {
  const { budgetTokens, tokenizer } = options
  // More characters than this are above any budget of so many tokens, in any text worth reading.
  const head = text.slice(0, Math.max(0, budgetTokens) * mostCharactersPerToken).toWellFormed()
  if (head.length === text.length) {
    const tokens = tokenizer.count(text)
    if (tokens <= budgetTokens) return { text, tokens, cut: false }
  }
  for (const granularity of ['sentence', 'word', 'grapheme'] as const) {
    const fitted = cutAt(text, { ends: endsOf(head, granularity), budgetTokens, tokenizer })
    if (fitted !== undefined) return fitted
  }
  return { text: '', tokens: 0, cut: true }
}

const mostCharactersPerToken = 12

function endsOf(text: string, granularity: 'sentence' | 'word' | 'grapheme'): readonly number[] {
  const segments = new Intl.Segmenter('en', { granularity }).segment(
    granularity === 'sentence' ? text : text.slice(0, shortText),
  )
  return Array.from(segments, ({ index, segment }) => index + segment.length)
}

/** Words and letters matter only where not even one sentence fits. */
const shortText = 20_000

type CutOptions = {
  readonly ends: readonly number[]
  readonly budgetTokens: number
  readonly tokenizer: Tokenizer
}

/** Undefined if not even the first piece fits. */
function cutAt(text: string, { ends, budgetTokens, tokenizer }: CutOptions): FittedText | undefined {
  const at = (place: number): FittedText => {
    const kept = text.slice(0, ends[place] ?? 0).trimEnd()
    const noted = `${kept}\n\n[Cut here: the first ${kept.length} of ${text.length} characters.]`
    return { text: noted, tokens: tokenizer.count(noted), cut: true }
  }
  let low = -1
  let high = ends.length - 1
  let best: FittedText | undefined
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const fitted = at(middle)
    if (fitted.tokens <= budgetTokens) {
      best = fitted
      low = middle
    } else high = middle - 1
  }
  return best
}
