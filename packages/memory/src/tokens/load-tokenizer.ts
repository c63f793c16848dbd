/** Counts the tokens of a text. */
export type Tokenizer = {
  readonly name: string
  count(text: string): number
}

/**
 * Loads the tokenizer of current models (o200k): about 0.2 s and 30 MB, so call it only where tokens are counted, and
 * keep it: the sections of texts that it has counted are remembered, within 8 million characters.
 * @returns A tokenizer whose counts are exact for OpenAI's models and within some per cent for others.
 * @example (await loadTokenizer()).count('one two') // 2
 * @see https://github.com/openai/tiktoken
 */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  return {
    name: 'o200k_base',
    count: rememberCounts((text) => pieces(text).reduce((sum, piece) => sum + countTokens(piece, plain), 0)),
  }
}

// Merging takes quadratic time within one run of letters, signs or blanks. No language has words of 400 letters.
const longRun = /[\p{L}\p{M}]{400}(?=[\p{L}\p{M}])|[^\p{L}\p{M}\p{N}\s]{400}(?=[^\p{L}\p{M}\p{N}\s])|\s{400}(?=\s)/gu

function pieces(text: string): readonly string[] {
  // Nothing below 400 characters has a run that is too long, and most texts are short.
  if (text.length <= 400) return [text]
  const found: string[] = []
  let start = 0
  for (const { index, 0: run } of text.matchAll(longRun)) {
    found.push(text.slice(start, index + run.length))
    start = index + run.length
  }
  return [...found, text.slice(start)]
}

/** A count of tokens that remembers sections: exact where a line feed joins only a blank or a slash, as in o200k. */
export function rememberCounts(count: (text: string) => number): (text: string) => number {
  const remembered = new Map<string, number>()
  let characters = 0
  const countSection = (section: string): number => {
    if (section.length < shortest) return count(section)
    const known = remembered.get(section)
    if (known !== undefined) return known
    const counted = count(section)
    if (characters + section.length > mostCharacters) {
      remembered.clear()
      characters = 0
    }
    remembered.set(section, counted)
    characters += section.length
    return counted
  }
  return (text) => {
    let total = 0
    for (const section of sectionsOf(text)) {
      // What follows a text in a longer one changes its last line only.
      const end = lastSafeEnd(section)
      total += countSection(section.slice(0, end)) + countSection(section.slice(end))
    }
    return total
  }
}

const mostCharacters = 8_000_000
/** Counting less than this takes no longer than looking it up. */
const shortest = 16

function sectionsOf(text: string): readonly string[] {
  const sections: string[] = []
  let start = 0
  for (let at = text.indexOf(boundary); at !== -1; at = text.indexOf(boundary, at + 1)) {
    sections.push(text.slice(start, at + boundary.length - 1))
    start = at + boundary.length - 1
  }
  return [...sections, text.slice(start)]
}

const boundary = '\n\n#'

function lastSafeEnd(section: string): number {
  for (let at = section.lastIndexOf('\n'); at > 0; at = section.lastIndexOf('\n', at - 1))
    if (/[^\s/]/.test(section.charAt(at + 1))) return at + 1
  return 0
}
