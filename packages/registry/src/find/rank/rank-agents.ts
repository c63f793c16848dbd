import { splitWord } from '@datacortex/vector-store'
import { contentWords } from '../request/query-words.ts'

export type UnitHit = {
  readonly agent: string
  /** Of the agent's units, at least 1. */
  readonly units: number
  /** Texts that were learned from when it has examples, at least 1; very many if absent. */
  readonly texts?: number | undefined
  readonly cosine: number
  /** Share of examples among the agent's texts, 0–1; 0 if absent. */
  readonly exampleShare?: number | undefined
}

export type DocumentHit = {
  readonly agent: string
  /** BM25. */
  readonly score: number
  /** Share of examples among the agent's texts, 0–1; 0 if absent. */
  readonly exampleShare?: number | undefined
}

export type Evidence = {
  readonly query: string
  readonly units: readonly UnitHit[]
  readonly documents: readonly DocumentHit[]
  readonly documentCount: number
  /** What the examples near the query say, about 0–1 by agent. */
  readonly learned?: ReadonlyMap<string, number> | undefined
  /** What a unit counts as a cosine that is not among the hits; undefined if such units don't count. */
  readonly unseen?: number | undefined
  /** Agents of which no text is embedded yet: their words stand for what they mean. None if absent. */
  readonly wordsOnly?: ReadonlySet<string> | undefined
}

export type RankedAgent = {
  readonly agent: string
  /** Calibrated, 0–1: the same number means the same in every space. */
  readonly score: number
  /** Mean of the best cosines, −1 to 1. */
  readonly vectorScore: number
  /** Share of the best possible BM25, 0–1. */
  readonly textScore: number
  /** What its examples say, about 0–1; undefined if it has none. */
  readonly exampleScore: number | undefined
}

/** How much each retriever counts in the sum that is calibrated. */
export const findWeights = { vector: 1, text: 0.25 } as const

/** Times the square of the share of examples, so that a single "use when …" beside a long prompt doesn't decide. */
const exampleWeight = 0.75

// Each next best unit of an agent counts two thirds: one lucky sentence is not enough, and long prompts gain nothing by length.
const decay = 2 / 3

/** A text that has every word of a request once has about a quarter of the greatest possible BM25. */
function cosineOfWords(textScore: number): number {
  return Math.min(0.6, 0.2 + 1.5 * textScore)
}

/** Units of an agent that count, the best ones. */
export const poolDepth = 8
// Largest BM25 of one word is idf · (k1 + 1); LanceDB has k1 = 1.2.
const termSaturation = 1.2 + 1
// Chosen, not fitted: a third is even odds, and a tenth more or less changes them by e. The least score is a setting.
const midpoint = 1 / 3
const slope = 0.1
// Makes what was learned comparable with a sum of cosines, for agents with other numbers of texts and for those without
// examples. Of a request for it an agent with n texts has about n / (n + 2.2) of what it would have with very many. A request
// for an agent that has no examples still gives the nearest others some, which must raise them no more than cosines do.
const learnedScale = { factor: 5 / 3, fewTexts: 2.2, offset: -0.2 }

/** Pools each agent's best cosines, adds the share of the best BM25, mixes in what was learned, and calibrates it. */
export function rankAgents(evidence: Evidence): readonly RankedAgent[] {
  const units = Map.groupBy(evidence.units, ({ agent }) => agent)
  const documents = new Map(evidence.documents.map((hit) => [hit.agent, hit.score]))
  // Where no spaces part words, each two adjoining signs are searched as one.
  const terms = contentWords(evidence.query).flatMap(splitWord).length
  const greatest = termSaturation * terms * Math.log(1 + evidence.documentCount)
  const exampleShares = sharesByAgent(evidence)
  const ranked = [...new Set([...units.keys(), ...documents.keys()])].map((agent): RankedAgent => {
    const own = units.get(agent) ?? []
    const textScore = greatest > 0 ? Math.min(1, (documents.get(agent) ?? 0) / greatest) : 0
    const isWordsOnly = evidence.wordsOnly?.has(agent) === true
    const nearness = pool(
      own.map(({ cosine }) => cosine),
      { units: own[0]?.units ?? 1, unseen: evidence.unseen },
    )
    const vectorScore = isWordsOnly ? cosineOfWords(textScore) : nearness
    const sum = findWeights.vector * vectorScore + findWeights.text * textScore
    const exampleShare = isWordsOnly ? undefined : exampleShares.get(agent)
    if (exampleShare === undefined)
      return { agent, score: calibrate(sum), vectorScore, textScore, exampleScore: undefined }
    const exampleScore = evidence.learned?.get(agent) ?? 0
    const weight = exampleWeight * exampleShare ** 2
    const { factor, fewTexts, offset } = learnedScale
    const learnedSum = factor * (1 + fewTexts / (own[0]?.texts ?? Infinity)) * exampleScore + offset
    const mixed = sum + weight * (learnedSum - findWeights.vector * vectorScore)
    return { agent, score: calibrate(mixed), vectorScore, textScore, exampleScore }
  })
  return ranked.sort((a, b) => b.score - a.score || (a.agent < b.agent ? -1 : 1))
}

/** A score that means the same everywhere, from a cosine-like sum. `sum`: Cosine, or cosine plus weighted word share. */
export function calibrate(sum: number): number {
  return 1 / (1 + Math.exp((midpoint - sum) / slope))
}

/** A score as it is shown and compared: 0.3996 and a least score of 0.4 would look alike. */
export function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}

function sharesByAgent({ units, documents }: Evidence): ReadonlyMap<string, number> {
  return new Map(
    [...units, ...documents].flatMap(({ agent, exampleShare = 0 }) =>
      exampleShare > 0 ? [[agent, exampleShare]] : [],
    ),
  )
}

function pool(cosines: readonly number[], { units, unseen }: { units: number; unseen: number | undefined }): number {
  const count = unseen === undefined ? cosines.length : Math.max(units, cosines.length, 1)
  let sum = 0
  let mass = 0
  let weight = 1
  for (let index = 0; index < Math.min(poolDepth, count); index += 1) {
    sum += weight * (cosines[index] ?? unseen ?? 0)
    mass += weight
    weight = decay * weight
  }
  return mass === 0 ? 0 : sum / mass
}
