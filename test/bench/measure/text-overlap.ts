/** True positives, and how many were predicted and true, of one page. */
export type Overlap = {
  readonly precision: number | undefined
  readonly recall: number | undefined
  readonly f1: number
}

/**
 * Multisets of four neighbouring words, case kept: one shingle if there are fewer.
 *
 * @param predicted - Text.
 * @param truth - Text.
 */
export function shingleOverlap(predicted: string, truth: string): Overlap {
  return overlapOf(shingles(words(predicted)), shingles(words(truth)))
}

/**
 * Multisets of words in lower case.
 *
 * @param predicted - Text.
 * @param truth - Text.
 */
export function wordOverlap(predicted: string, truth: string): Overlap {
  return overlapOf(words(predicted.toLowerCase()), words(truth.toLowerCase()))
}

function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function shingles(tokens: readonly string[]): readonly string[] {
  if (tokens.length === 0) return []
  if (tokens.length < 4) return [tokens.join(' ')]
  return tokens.slice(3).map((_, index) => tokens.slice(index, index + 4).join(' '))
}

function overlapOf(predicted: readonly string[], truth: readonly string[]): Overlap {
  const left = new Map<string, number>()
  for (const item of truth) left.set(item, (left.get(item) ?? 0) + 1)
  let shared = 0
  for (const item of predicted) {
    const count = left.get(item) ?? 0
    if (count === 0) continue
    left.set(item, count - 1)
    shared += 1
  }
  const precision = predicted.length === 0 ? undefined : shared / predicted.length
  const recall = truth.length === 0 ? undefined : shared / truth.length
  const f1 = shared === 0 ? 0 : (2 * shared) / (predicted.length + truth.length)
  return { precision, recall, f1 }
}
