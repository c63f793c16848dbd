/** A score of {@link fuseEvidence} from 0 to 1: 0.5 is a real hit in every vault, more takes as much again each. */
export function calibrateScore(raw: number): number {
  return 1 - 2 ** (-raw / realHit)
}

const realHit = 4
