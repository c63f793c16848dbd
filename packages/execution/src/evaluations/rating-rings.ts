import { type Finding, warningFinding } from '@datacortex/errors'
import type { Evaluation } from '../log/log-entries.ts'

/** Agents of which each rates one that, over some steps, rates it. */
export type RatingRing = ReadonlySet<string>

/** Groups of agents that rate each other in a circle: two each other, or A rates B, B rates C, C rates A. */
export function findRatingRings(evaluations: Iterable<Pick<Evaluation, 'evaluator_agent' | 'evaluated_agent'>>) {
  const forward: Edges = new Map()
  const backward: Edges = new Map()
  for (const { evaluator_agent: from, evaluated_agent: to } of evaluations) {
    if (from === 'user' || from === to) continue
    forward.set(from, (forward.get(from) ?? new Set()).add(to))
    backward.set(to, (backward.get(to) ?? new Set()).add(from))
  }
  // Kosaraju: what reaches the last finished agent backwards is reached by it forwards too.
  const visited = new Set<string>()
  const order = [...forward.keys()].flatMap((agent) => walk(agent, { edges: forward, visited }))
  const placed = new Set<string>()
  return order
    .toReversed()
    .map((agent) => new Set(walk(agent, { edges: backward, visited: placed })))
    .filter((ring) => ring.size > 1)
}

type Edges = Map<string, Set<string>>

/** Agents that are reached and were not visited before, each after all that follow it. */
function walk(start: string, { edges, visited }: { edges: Edges; visited: Set<string> }): readonly string[] {
  if (visited.has(start)) return []
  visited.add(start)
  const finished: string[] = []
  const path = [{ agent: start, next: [...(edges.get(start) ?? [])] }]
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const agent = step.next.pop()
    if (agent === undefined) {
      finished.push(step.agent)
      path.pop()
    } else if (!visited.has(agent)) {
      visited.add(agent)
      path.push({ agent, next: [...(edges.get(agent) ?? [])] })
    }
  }
  return finished
}

/** Whether evaluator and evaluated are in one ring, so that praise does not count. */
export function isInRing(
  rings: readonly RatingRing[],
  { evaluator_agent: from, evaluated_agent: to }: Pick<Evaluation, 'evaluator_agent' | 'evaluated_agent'>,
): boolean {
  return rings.some((ring) => ring.has(from) && ring.has(to))
}

export function ringFindings(rings: readonly RatingRing[]): readonly Finding[] {
  return rings.map((ring) => {
    const names = [...ring].sort()
    return warningFinding('EXECUTION_RATING_RING', names[0] ?? '', {
      message: `${names.join(', ')} rate each other in a circle, so what they say in favour of each other does not count in their reputation.`,
      hint: 'Let another agent or a person evaluate them.',
    })
  })
}
