import type { Tokenizer } from './load-tokenizer.ts'

/**
 * Cuts a text to a token budget after a sentence, a word, or anywhere, and says so; empty if not even that fits. `tokens`:
 * of what it gives, never above the budget. `kept`: how many characters of the original are in it.
 */
export function fitText(text: string, options: { readonly budgetTokens: number; readonly tokenizer: Tokenizer }) {
  const { budgetTokens } = options
  const head = headOf(text, options)
  if (head.text.length === text.length && head.tokens <= budgetTokens)
    return { text, tokens: head.tokens, cut: false, kept: text.length }
  let most = mostThatFit(text, { ...options, head })
  while (most > 0) {
    const end =
      lastEnd(text, { granularity: 'sentence', most, least: most * worthASentence }) ??
      lastEnd(text, { granularity: 'word', most, least: most - windowCharacters }) ??
      lastEnd(text, { granularity: 'grapheme', most, least: most - windowCharacters }) ??
      0
    const fitted = cutAt(text, end, options)
    if (end > 0 && fitted.tokens <= budgetTokens) return fitted
    // A shorter text can have a token more, if only here and there.
    most = Math.min(end, most - 1)
  }
  return { text: '', tokens: 0, cut: true, kept: 0 }
}

type Counted = { readonly text: string; readonly tokens: number }

type Budget = { readonly budgetTokens: number; readonly tokenizer: Tokenizer }

/** As much of the text as is above the budget, or all of it. */
function headOf(text: string, { budgetTokens, tokenizer }: Budget): Counted {
  // Most texts have four to five characters a token; few of those worth reading have more than twelve.
  const headBy = (charactersPerToken: number): Counted => {
    const head = text.slice(0, Math.ceil(Math.max(0, budgetTokens) * charactersPerToken)).toWellFormed()
    return { text: head, tokens: tokenizer.count(head) }
  }
  const usual = headBy(5.5)
  return usual.tokens > budgetTokens || usual.text.length === text.length ? usual : headBy(12)
}

/** How many characters of a text fit, the note included; no fewer than fill the budget well. */
function mostThatFit(text: string, { head, budgetTokens, tokenizer }: Budget & { readonly head: Counted }): number {
  let low = 0
  let high = head.text.length
  let guess = (high * Math.max(0, budgetTokens)) / Math.max(1, head.tokens)
  // Each try counts the whole piece, so the first ones are guessed from the tokens of the one before.
  for (let tries = 0; low < high; tries += 1) {
    const tried =
      tries < mostGuesses ? Math.min(high, Math.max(low + 1, Math.floor(guess))) : Math.ceil((low + high) / 2)
    const { tokens } = cutAt(text, tried, { budgetTokens, tokenizer })
    if (tokens <= budgetTokens) {
      low = tried
      if (tokens >= budgetTokens * fullEnough) break
    } else high = tried - 1
    guess = (tried * budgetTokens) / Math.max(1, tokens)
  }
  return low
}

const mostGuesses = 4
/** Beyond this share of the budget a better cut is not looked for. */
const fullEnough = 0.97

function cutAt(text: string, end: number, { tokenizer }: Budget) {
  const kept = text.slice(0, end).trimEnd()
  const noted = `${kept}\n\n[Cut here: the first ${kept.length} of ${text.length} characters.]`
  return { text: noted, tokens: tokenizer.count(noted), cut: true, kept: kept.length }
}

/** Of what fits: a heading and one long line after it, or a transcript without full stops, are cut within. */
const worthASentence = 0.6

// The time to find the pieces of a text grows with the square of its length, so it is looked at window by window.
function lastEnd(
  text: string,
  { granularity, most, least }: { granularity: 'sentence' | 'word' | 'grapheme'; most: number; least: number },
): number | undefined {
  const segmenter = new Intl.Segmenter('en', { granularity })
  for (let to = most; to > Math.max(0, least); to -= windowCharacters) {
    const from = Math.max(0, to - windowCharacters)
    // Where the window ends, a piece seems to end too.
    const seen = text.slice(from, to + beyondCharacters)
    const ends = Array.from(segmenter.segment(seen), ({ index, segment }) => from + index + segment.length)
    const found = ends.findLast((end) => end <= to && end > least)
    if (found !== undefined) return found
  }
  return undefined
}

const windowCharacters = 1000
const beyondCharacters = 200
