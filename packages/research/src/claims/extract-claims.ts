import { bodySentences, contentTerms, rankSentences } from '@datacortex/knowledge-extractor/text'
import type { Claim } from './claim.ts'
import type { Snapshot } from './evidence.ts'
import { readClaim } from './read-claim.ts'

const shortest = 35
const longest = 420
/** What is longer is no sentence that “it” could speak of, and hostile marks in it would cost minutes. */
const longestBefore = 2000
/** Longer texts are read from their beginning, in sentences. */
const mostSentences = 3000

export function extractClaims(
  snapshot: Pick<Snapshot, 'sourceId' | 'text'>,
  { topic, title, limit }: { topic: string; title?: string | undefined; limit: number },
): readonly Claim[] {
  const sentences = bodySentences(snapshot.text).slice(0, mostSentences)
  const wanted = new Set(contentTerms(topic))
  const ranked = rankSentences(sentences, { title: title ?? topic, early: 0.5 })
  const scored = ranked.map(({ sentence, score }, index) => {
    const shared = wanted.intersection(new Set(contentTerms(sentence.text))).size
    const relevance = wanted.size === 0 ? 0.5 : shared / Math.min(wanted.size, 4)
    return { sentence, index, score: (0.55 * Math.min(relevance, 1) + 0.45 * score) * selfContained(sentence.text) }
  })
  return scored
    .filter(({ sentence: { text }, score }) => score > 0 && isStatement(text))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, limit)
    .map(({ sentence: { text, start, end, paragraph }, score, index }) => {
      // What a paragraph cites, its neighbours don't.
      const first = sentences.slice(0, index + 1).find((other) => other.paragraph === paragraph)?.start ?? start
      const previous = sentences[index - 1]
      const last = sentences.findLast((other) => other.paragraph === paragraph)?.end ?? end
      const [notes = ''] = snapshot.text.slice(last, last + 80).split('\n\n', 1)
      return readClaim({
        sourceId: snapshot.sourceId,
        text,
        start,
        end,
        score: Math.round(score * 1e6) / 1e6,
        before: previous?.paragraph === paragraph && previous.text.length <= longestBefore ? previous.text : undefined,
        paragraph: snapshot.text.slice(first, last) + notes,
      })
    })
}

function isStatement(text: string): boolean {
  const unspaced = text.match(unspacedLetter)?.length ?? 0
  // Two letters of a script without spaces say about as much as a short word.
  const size = text.length + 2 * unspaced
  if (size < shortest || text.length > longest) return false
  // What starts in the middle was cut out of an address or a list.
  if (!/^[^\p{L}\p{N}]{0,6}[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(text)) return false
  return ends.test(text) && (text.match(/[\p{L}\p{M}]{2,}/gu)?.length ?? 0) + unspaced / 2 >= 5
}

const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
/** Thai and Lao have no mark for the end of a sentence; a question states nothing. */
const ends =
  /(?:[…\p{Script=Thai}\p{Script=Lao}]|(?![?？؟⁇⁈⁉፧])\p{Sentence_Terminal})[\s"'”’»)\]*_」』]*(?:\[\^?[^\]]*\])*$/u

/** A sentence that leans on the one before it says little alone. */
function selfContained(text: string): number {
  if (leaning.test(text)) return 0.6
  return /\b(?:I|we|my|our|you|your)\b/u.test(text) ? 0.8 : 1
}

const leaning =
  /^["'“„«(*_]*(?:it|this|that|these|those|they|he|she|his|her|their|its|such|both|but|and|so|however|here|there|then|also|es|er|sie|dies\p{L}*|doch|aber)\b/iu
