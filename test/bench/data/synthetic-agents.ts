import type { AgentEntry, Registry } from '@datacortex/registry'
import { type Random, seededRandom } from './random.ts'
import { syntheticWords as words } from './synthetic-words.ts'

/**
 * A registry of made-up agents with a name, a description and one skill each; words are as unevenly common as in
 * natural language. The first agents of a larger registry are those of a smaller one.
 *
 * @param count - How many.
 */
export function syntheticRegistry(count: number): Registry {
  const random = seededRandom(7)
  const agents = Array.from({ length: count }, (_, index) => {
    const id = `agent-${index}-${words(random, 2).join('-')}`
    return [id, { id, entry: syntheticEntry(id, random), module: undefined }] as const
  })
  return {
    file: '',
    sha256: '',
    agents: new Map(agents),
    modules: new Map(),
    components: new Map(),
    knowledgeLocations: {},
    findings: [],
  }
}

/**
 * Made-up requests of four to eight words.
 *
 * @param count - How many.
 */
export function syntheticQueries(count: number): readonly string[] {
  const random = seededRandom(11)
  return Array.from({ length: count }, () => words(random, 4 + Math.floor(random() * 5)).join(' '))
}

function syntheticEntry(name: string, random: Random): AgentEntry {
  const skill = words(random, 3)
  return {
    name,
    description: words(random, 14).join(' '),
    skills: [{ id: skill.join('-'), name: skill.join(' '), description: words(random, 10).join(' '), tags: [] }],
  }
}
