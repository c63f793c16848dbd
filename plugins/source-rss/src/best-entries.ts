import type { FoundDocument } from '@datacortex/plugin'
import { isTellingWord, wordsOf } from '@datacortex/text'

/** Entries that have words of a query, with the share that they have, the best and newest first, each once. */
export function bestEntries(entries: readonly FoundDocument[], query: string): readonly FoundDocument[] {
  const all = wordsOf(query)
  const telling = all.filter(isTellingWord)
  const words = new Set(telling.length > 0 ? telling : all)
  const scored = entries.map((entry) => ({ ...entry, score: scoreOf(entry, words) })).filter(({ score }) => score > 0)
  scored.sort((one, other) => other.score - one.score || timeOf(other) - timeOf(one))
  return [...Map.groupBy(scored, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
}

function scoreOf({ title, snippet = '' }: FoundDocument, words: ReadonlySet<string>): number {
  const [inTitle, inText] = [new Set(wordsOf(title)), new Set(wordsOf(snippet))]
  const worth = [...words].reduce((sum, word) => sum + (inTitle.has(word) ? 1 : inText.has(word) ? 0.5 : 0), 0)
  return words.size === 0 ? 0 : worth / words.size
}

function timeOf({ publishedAt = '' }: FoundDocument): number {
  return Date.parse(publishedAt) || 0
}
