import { type TextAnalysis, analyseText } from './analyse-text.ts'
import { bareWords } from './bare-words.ts'
import type { Embed } from './embed.ts'
import { dot } from '@datacortex/platform'
import { type RankedSentence, type RankOptions, scoreSentences } from './rank-sentences.ts'
import { cosine } from './sparse-vector.ts'
import type { Sentence } from './split-sentences.ts'

export type Quotation = Sentence & { readonly score: number }

export type SummariseOptions = RankOptions & {
  /** Most sentences, at least 1. */
  readonly sentences: number
}

/** The sentences that say most, each unlike the others (Carbonell and Goldstein, 1998), in the order of the text. */
export function summarise(text: string, options: SummariseOptions): readonly Quotation[] {
  return summariseAnalysed(analyseText(text, options), options)
}

/** The same of a text that was analysed already. `options`: how many sentences, weight of standing early. */
export function summariseAnalysed(analysis: TextAnalysis, options: Omit<SummariseOptions, 'title'>) {
  return select(saidOnce(scoreSentences(analysis.quotable, options)), {
    ...options,
    likeness: (a, b) => cosine(a.vector, b.vector),
  })
}

/** The same, with likeness by meaning: two sentences that say one thing in other words are not both chosen. */
export async function summariseByMeaning(
  analysis: TextAnalysis,
  options: Omit<SummariseOptions, 'title'> & { readonly embed: Embed; readonly signal: AbortSignal },
): Promise<readonly Quotation[]> {
  const candidates = saidOnce(scoreSentences(analysis.quotable, options))
    .toSorted(byScore)
    .slice(0, options.sentences * candidatesEach)
  const vectors = await options.embed(
    candidates.map(({ sentence }) => sentence.text),
    { signal: options.signal },
  )
  const vectorOf = new Map(candidates.map((candidate, index) => [candidate, vectors[index]]))
  return select(candidates, { ...options, likeness: (a, b) => dot(vectorOf.get(a), vectorOf.get(b)) })
}

type Ranked = RankedSentence<Sentence>

const candidatesEach = 3
const relevanceShare = 0.7

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.sentence.start - b.sentence.start
}

/** A sentence that stands again in a text, such as one that the page sets large, says nothing new there. */
function saidOnce(ranked: readonly Ranked[]): readonly Ranked[] {
  const said = new Set<string>()
  return ranked.filter(({ sentence }) => {
    const words = bareWords(sentence.text)
    const isNew = words === '' || !said.has(words)
    said.add(words)
    return isNew
  })
}

/** Maximal marginal relevance. */
function select(
  ranked: readonly Ranked[],
  { sentences, likeness }: Pick<SummariseOptions, 'sentences'> & { likeness: (a: Ranked, b: Ranked) => number },
): readonly Quotation[] {
  const left = ranked.toSorted(byScore).slice(0, Math.max(sentences * 20, 100))
  const nearest = new Map(left.map((candidate) => [candidate, 0]))
  const chosen: Ranked[] = []
  const worth = (candidate: Ranked): number =>
    relevanceShare * candidate.score - (1 - relevanceShare) * (nearest.get(candidate) ?? 0)
  while (chosen.length < sentences && left.length > 0) {
    let best = 0
    for (let index = 1; index < left.length; index += 1) {
      const [candidate, leader] = [left[index], left[best]]
      if (candidate !== undefined && leader !== undefined && worth(candidate) > worth(leader)) best = index
    }
    const [next] = left.splice(best, 1)
    if (next === undefined) break
    chosen.push(next)
    for (const candidate of left)
      nearest.set(candidate, Math.max(nearest.get(candidate) ?? 0, likeness(candidate, next)))
  }
  return chosen
    .toSorted((a, b) => a.sentence.start - b.sentence.start)
    .map(({ sentence, score }) => ({ ...sentence, score }))
}
