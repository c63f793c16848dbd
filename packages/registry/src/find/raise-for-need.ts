import type { RankedAgent } from './rank-agents.ts'

/** An agent that came to its place by what a request needs beside what it says. */
export type NeededAgent = RankedAgent & { readonly isForNeed?: true | undefined }

/** What a request says itself counts more than what follows from it. 0.7 to 1 differ little. */
const needShare = 0.8

/**
 * Lets agents that fit what a request needs stand beside those that fit what it says: "turn /data/paper.bib into a Word
 * document" asks for one who knows Word, and needs one who can reach files.
 *
 * @param ranked - For the request itself, best first.
 * @param fitting - For the need alone, best first.
 * @returns Best first. No agent gets a higher score than the first, which stays the first.
 */
export function raiseForNeed(ranked: readonly RankedAgent[], fitting: readonly RankedAgent[]): readonly NeededAgent[] {
  const [first] = ranked
  if (first === undefined) return ranked
  const own = new Map(ranked.map((agent) => [agent.agent, agent.score]))
  const raised = fitting
    .map((agent): NeededAgent => ({ ...agent, score: Math.min(first.score, needShare * agent.score), isForNeed: true }))
    .filter(({ agent, score }) => agent !== first.agent && score > (own.get(agent) ?? 0))
  const moved = new Set(raised.map(({ agent }) => agent))
  // Sorting keeps the order of equals: the first agent stays before those that reach its score.
  return [...ranked.filter(({ agent }) => !moved.has(agent)), ...raised].toSorted((a, b) => b.score - a.score)
}
