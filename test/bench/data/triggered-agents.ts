import type { Registry } from '@datacortex/registry'
import { type Random, seededRandom } from './random.ts'
import { syntheticRegistry } from './synthetic-agents.ts'
import { syntheticWords as words } from './synthetic-words.ts'

/** Made-up agents with triggers, and tasks for them. */
export type TriggeredAgents = {
  readonly registry: Registry
  /** Org headings; every other one has the tags of an agent, the others tags that only begin like those of one. */
  readonly taggedTasks: readonly string[]
  /** Sentences; every other one has the words of an agent's pattern, the others only common words. */
  readonly plainTasks: readonly string[]
}

/**
 * A registry whose agents have two tag triggers and three patterns each, in the forms that real registries have, and
 * distinct tasks. Patterns have no word that is in every other text, as people choose them.
 *
 * @param agents - How many agents.
 * @param tasks - How many tasks of each kind.
 */
export function triggeredAgents(agents: number, tasks: number): TriggeredAgents {
  const random = seededRandom(23)
  const plain = syntheticRegistry(agents)
  const common = commonWords(random)
  const parts = new Map<string, readonly string[]>()
  const triggered = [...plain.agents.values()].map((agent) => {
    const own = rareWords(random, common)
    parts.set(agent.id, own)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = own
    const triggers = {
      tags: [`:AI:${a}:${b}:`, `:AI:${c}:`],
      patterns: [`${a}.*${b}`, `${c}\\s+(the |a )?${d}`, `(${d}|${e}).*${f}s?`],
    }
    return [agent.id, { ...agent, entry: { ...agent.entry, triggers } }] as const
  })
  const ids = [...parts.keys()]
  const some = (): readonly string[] => parts.get(ids[Math.floor(random() * ids.length)] ?? '') ?? []
  const filler = (): string => words(random, 4 + Math.floor(random() * 8)).join(' ')
  return {
    registry: { ...plain, agents: new Map(triggered) },
    taggedTasks: Array.from({ length: tasks }, (_, index) => {
      const [a = '', b = ''] = some()
      return `* TODO [#B] ${filler()} :AI:${a}:${index % 2 === 0 ? b : 'elsewhere'}:`
    }),
    plainTasks: Array.from({ length: tasks }, (_, index) => {
      const [a = '', b = ''] = some()
      return index % 2 === 0 ? `${filler()} ${a} ${filler()} ${b}` : filler()
    }),
  }
}

/** The words that are in many texts, like `the` and `make`. */
function commonWords(random: Random): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const word of words(random, 10_000)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 10).map(([word]) => word))
}

function rareWords(random: Random, common: ReadonlySet<string>): readonly string[] {
  const rare: string[] = []
  while (rare.length < 6) rare.push(...words(random, 6).filter((word) => !common.has(word)))
  return rare.slice(0, 6)
}
