import { stopWords } from '@datacortex/text'
import { roughStem, withoutAddresses } from './content-terms.ts'
import { isThing, spacedWords, unspacedWords } from './spaced-words.ts'
import { type Sentence, splitSentences } from './split-sentences.ts'

/** Words that a text is about, as it writes them, with how often they occur. */
export type KeyPhrase = { readonly text: string; readonly count: number; readonly score: number }

export function keyPhrases(
  text: string | readonly Sentence[],
  { limit, title = '' }: { limit: number; title?: string | undefined },
): readonly KeyPhrase[] {
  const found = new Map<string, Found>()
  // A text has few words, each many times and in many runs.
  const stems = new Map<string, string>()
  const stem = (word: string): string => {
    const known = stems.get(word) ?? roughStem(word.toLowerCase())
    stems.set(word, known)
    return known
  }
  const sentences = unlike((typeof text === 'string' ? splitSentences(text) : text).slice(0, mostSentences))
  const look = (sentence: string, weight: number): void => {
    for (const words of candidates(sentence)) {
      const key = words.map(stem).join(' ')
      const entry = found.get(key) ?? { words, forms: new Map<string, number>(), weight: 0, count: 0 }
      const form = words.join(' ')
      entry.forms.set(form, (entry.forms.get(form) ?? 0) + 1)
      entry.weight += weight
      entry.count += 1
      found.set(key, entry)
    }
  }
  if (title !== '') look(title, 2)
  for (const [index, sentence] of sentences.entries())
    look(sentence.text.slice(0, mostCharacters), 1 + Math.exp(-index / 5))
  const scored = [...found.values()]
    .filter(({ count }) => count > 1)
    .map(({ words, forms, weight, count }) => ({
      text: commonForm(forms),
      count,
      score: Math.log2(1 + weight) * (1 + 0.5 * (words.length - 1)),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
  return withoutParts(scored, limit).map((phrase) => ({ ...phrase, text: unspacedWords(phrase.text) }))
}

function unlike(sentences: readonly Sentence[]): readonly Sentence[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => {
    const shape = withoutAddresses(text.slice(0, mostCharacters))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
      .trim()
    const isNew = !seen.has(shape)
    seen.add(shape)
    return isNew
  })
}

type Found = { readonly words: readonly string[]; readonly forms: Map<string, number>; weight: number; count: number }

const mostSentences = 2000
const mostWords = 4
const mostCharacters = 2000

function* candidates(sentence: string): Generator<readonly string[]> {
  for (const stretch of spacedWords(withoutAddresses(sentence).replaceAll(formula, ' ')).split(
    /[^\p{L}\p{M}\p{N}\s'’-]+|\s-+\s/u,
  )) {
    let run: string[] = []
    for (const word of stretch.match(token) ?? []) {
      const owner = owning.exec(word)?.[1]
      const name = owner ?? word
      const isPart =
        !stopWords.has(name.toLowerCase()) &&
        /\p{L}/u.test(name) &&
        name.length > 1 &&
        !shortened.test(name) &&
        isThing(name)
      if (isPart) run.push(name)
      // What somebody has is another thing than they are.
      if (isPart && owner === undefined) continue
      yield* parts(run)
      run = []
    }
    yield* parts(run)
  }
}

const formula = /\$\$?(?=[^$\n]{0,300}[\\^_{])[^$\n]{1,600}\$\$?/g
const token = /[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu

const owning = /^(.{2,})['’]s$/iu
/** `don't`, `we've`, `they'll`: half a verb. */
const shortened = /['’](?:t|d|m|ve|re|ll)$/iu

/** A run, and what of it may return elsewhere: its single words and pairs. */
function* parts(run: readonly string[]): Generator<readonly string[]> {
  for (let length = 1; length <= Math.min(mostWords, run.length); length += 1)
    for (let start = 0; start + length <= run.length; start += 1) yield run.slice(start, start + length)
}

/** The spelling that occurs most; of equal ones the shortest, such as that of a noun without an ending, and the one without capitals. */
function commonForm(forms: ReadonlyMap<string, number>): string {
  const [best = ['', 0]] = [...forms].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] > b[0] ? -1 : 1))
  return best[0]
}

function withoutParts(phrases: readonly KeyPhrase[], limit: number): readonly KeyPhrase[] {
  const kept: { readonly phrase: KeyPhrase; readonly name: string }[] = []
  for (const phrase of phrases) {
    if (kept.length >= limit) break
    const name = ` ${phrase.text.toLowerCase()} `
    const covered = kept.some(({ phrase: { count }, name: other }) => {
      if (other.includes(name)) return count * 2 >= phrase.count
      return name.includes(other) ? count > phrase.count * 2 : overlaps(name, other)
    })
    if (!covered) kept.push({ phrase, name })
  }
  return kept.map(({ phrase }) => phrase)
}

/** Whether two names are stretches of one longer run of words, such as a title that returns. */
function overlaps(name: string, other: string): boolean {
  const words = name.trim().split(' ')
  return words.slice(1).some((word, index) => other.includes(` ${words[index] ?? ''} ${word} `))
}
