import type { Tokenizer } from './load-tokenizer.ts'

/** A text that keeps a budget. */
export type FittedText = {
  readonly text: string
  /** Of `text`, never above the budget. */
  readonly tokens: number
  readonly cut: boolean
  /** How many characters of the original are in it. */
  readonly kept: number
}

/**
 * Cuts a text so that it keeps a token budget: after a sentence if one fits, else after a word, else anywhere. What
 * was cut ends with a note that says so. A cut that fills 97 % of the budget is good enough.
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
  const head = headOf(text, options)
  if (head.text.length === text.length && head.tokens <= budgetTokens)
    return { text, tokens: head.tokens, cut: false, kept: text.length }
  const guess = (head.text.length * Math.max(0, budgetTokens)) / Math.max(1, head.tokens)
  for (const granularity of ['sentence', 'word', 'grapheme'] as const) {
    const ends = endsOf(head.text, granularity)
    const fitted = cutAt(text, { ends, guess, budgetTokens, tokenizer })
    if (fitted !== undefined) return fitted
  }
  return { text: '', tokens: 0, cut: true, kept: 0 }
}

type Budget = { readonly budgetTokens: number; readonly tokenizer: Tokenizer }

/** As much of the text as is above the budget, or all of it. */
function headOf(text: string, { budgetTokens, tokenizer }: Budget): { readonly text: string; readonly tokens: number } {
  // Most texts have four to five characters a token; few of those worth reading have more than twelve.
  for (const charactersPerToken of [5.5, mostCharactersPerToken]) {
    const head = text.slice(0, Math.ceil(Math.max(0, budgetTokens) * charactersPerToken)).toWellFormed()
    const tokens = tokenizer.count(head)
    if (tokens > budgetTokens || head.length === text.length || charactersPerToken === mostCharactersPerToken)
      return { text: head, tokens }
  }
  throw new Error('The loop ends with its last turn.')
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

type CutOptions = Budget & {
  readonly ends: readonly number[]
  /** About how many characters fit. */
  readonly guess: number
}

/** Undefined if not even the first piece fits. */
function cutAt(text: string, { ends, guess, budgetTokens, tokenizer }: CutOptions): FittedText | undefined {
  const at = (place: number): FittedText => {
    const kept = text.slice(0, ends[place] ?? 0).trimEnd()
    const noted = `${kept}\n\n[Cut here: the first ${kept.length} of ${text.length} characters.]`
    return { text: noted, tokens: tokenizer.count(noted), cut: true, kept: kept.length }
  }
  let low = -1
  let high = ends.length - 1
  let best: FittedText | undefined
  let characters = guess
  // Each try counts the whole piece, so the first ones are guessed from the tokens of the one before.
  for (let tries = 0; low < high; tries += 1) {
    const guessed = ends.findLastIndex((end) => end <= characters)
    const place = tries < mostGuesses ? Math.min(high, Math.max(low + 1, guessed)) : Math.ceil((low + high) / 2)
    const fitted = at(place)
    if (fitted.tokens <= budgetTokens) {
      best = fitted
      low = place
      if (fitted.tokens >= budgetTokens * fullEnough) break
    } else high = place - 1
    characters = ((ends[place] ?? 0) * budgetTokens) / Math.max(1, fitted.tokens)
  }
  return best
}

const mostGuesses = 4
/** Beyond this share of the budget a better cut is not looked for. */
const fullEnough = 0.97
