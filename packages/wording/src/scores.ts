/**
 * A score as people read it.
 * @param score - 0–1.
 * @example scoreText(0.7312) // '0.73'
 */
export function scoreText(score: number): string {
  return score.toFixed(2)
}

/**
 * A score beside others of which it is made.
 * @param score - 0–1.
 * @example exactScore(0.7312) // '0.731'
 */
export function exactScore(score: number): string {
  return score.toFixed(3)
}

/**
 * One of several scores below a limit that stands beside them: none may look as if it reached it.
 * @param score - 0–1.
 * @example scoreBelow(0.3998) // '0.399'
 */
export function scoreBelow(score: number): string {
  return exactScore(Math.floor(score * 1000) / 1000)
}

/**
 * A score and the limit that it does not reach, with as many digits as it takes to see that.
 * @param score - 0–1, below the limit.
 * @param limit - 0–1.
 * @example belowLimit(0.398, 0.4) // '0.398, below 0.400'
 */
export function belowLimit(score: number, limit: number): string {
  const digits = [2, 3, 4, 5].find((count) => score.toFixed(count) !== limit.toFixed(count)) ?? 6
  return `${score.toFixed(digits)}, below ${limit.toFixed(digits)}`
}

/**
 * What came nearest without reaching the limit.
 * @param best - Its id, and its score, 0–1.
 * @param limit - 0–1.
 * @example nearestBelow({ id: 'tuner', score: 0.39 }, 0.4) // 'tuner comes nearest, with 0.39 below 0.4'
 */
export function nearestBelow({ id, score }: { readonly id: string; readonly score: number }, limit: number): string {
  return `${id} comes nearest, with ${score} below ${limit}`
}
