import type { RetrieverHit } from '@datacortex/vector-store'
import type { FoundAgent } from './finder.ts'
import type { AgentCard } from './index/index-entry.ts'
import { type RankedAgent, calibrate, findWeights, rounded } from './rank/rank-agents.ts'
import { type Retrieved, agentOf, retrieverRanks } from './rank/retrieve-agents.ts'

export type Shown = {
  readonly from: Retrieved
  readonly card: AgentCard
  /** Of others with its texts. */
  readonly copies: readonly AgentCard[]
  readonly isExplained: boolean
  readonly isGone: boolean
}

export function showAgent(
  { agent, score, ...scores }: RankedAgent,
  { from, card, copies, isExplained, isGone }: Shown,
): FoundAgent {
  const own = from.units.filter((hit) => agentOf(hit) === agent)
  const [nearest] = own
  return {
    id: card.id,
    name: card.name,
    description: card.description,
    score: rounded(score),
    skills: nearSkills(card, own),
    matched: nearest?.text ?? card.name,
    matched_kind: nearest === undefined ? 'words' : kindOf(nearest),
    module: card.module,
    ...(card.notes.length > 0 ? { notes: card.notes } : {}),
    ...(copies.length > 0 ? { same_as: copies.map(({ id }) => id) } : {}),
    ...(isGone ? { state: 'gone' as const } : {}),
    ...(!isExplained
      ? {}
      : {
          explain: {
            vector_score: rounded(scores.vectorScore),
            text_score: rounded(scores.textScore),
            ...retrieverRanks(agent, from),
            ...(scores.exampleScore === undefined ? {} : { example_score: rounded(scores.exampleScore) }),
            weights: findWeights,
            hits: own.slice(0, 8).map((hit) => ({ kind: kindOf(hit), text: hit.text, score: rounded(hit.score) })),
          },
        }),
  }
}

// Below nothing is near: two sentences about anything have 0.1.
const leastSkillScore = 0.2

/** The skills of an agent that the query came near to. One that only a copy has under this id is not among them. */
function nearSkills({ skills }: AgentCard, own: readonly RetrieverHit[]): FoundAgent['skills'] {
  const best = new Map<string, number>()
  for (const hit of own) {
    const id = String(hit.fields['skill'] ?? '')
    if (!best.has(id)) best.set(id, rounded(calibrate(hit.score)))
  }
  return [...best].flatMap(([id, score]) => {
    const skill = score < leastSkillScore ? undefined : skills.find((one) => one.id === id)
    return skill === undefined ? [] : [{ ...skill, score }]
  })
}

function kindOf(hit: RetrieverHit): string {
  const kind = String(hit.fields['kind'])
  return kind === 'identity' ? 'description' : kind
}
