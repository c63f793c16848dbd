import type { RankedAgent } from './rank-agents.ts'

/** An agent, and what the request needs beside what it says if the agent came to its place by that. */
export type NeededAgent = RankedAgent & { readonly need?: string | undefined }

/** What a request says itself counts more than what follows from it. 0.7 to 1 differ little. */
const needShare = 0.8

/**
 * Lets agents that fit what a request needs stand beside those that fit what it says: "turn ~/paper.bib into a Word
 * document" asks for one who knows Word, and needs one who can reach files. `ranked`: for the request itself, best
 * first. Result: best first. No agent gets a higher score than the first, which stays the first, if that fits what is
 * said; else whoever fits a need is all that there is.
 */
export function raiseForNeeds(
  ranked: readonly RankedAgent[],
  fitting: ReadonlyMap<string, readonly RankedAgent[]>,
  leastScore: number,
): readonly NeededAgent[] {
  const [first] = ranked
  if (first === undefined || fitting.size === 0) return ranked
  const most = first.score >= leastScore ? first.score : 1
  const best = new Map<string, NeededAgent>(ranked.map((agent) => [agent.agent, agent]))
  for (const [need, agents] of fitting) {
    for (const agent of agents) {
      const score = Math.min(most, needShare * agent.score)
      const isFirst = agent.agent === first.agent && most < 1
      if (!isFirst && score > (best.get(agent.agent)?.score ?? 0)) best.set(agent.agent, { ...agent, score, need })
    }
  }
  // Sorting keeps the order of equals: the first agent stays before those that reach its score.
  return [...best.values()].toSorted((a, b) => b.score - a.score)
}
