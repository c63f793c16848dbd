/**
 * A score of {@link fuseEvidence} as a number from 0 to 1 that means the same in every vault: 0.5 is a real hit, each
 * further half of what is missing to 1 takes as much evidence again.
 *
 * @param raw - At least 0.
 * @example calibrateScore(4) // 0.5
 */
export function calibrateScore(raw: number): number {
  return 1 - 2 ** (-raw / realHit)
}

const realHit = 4
