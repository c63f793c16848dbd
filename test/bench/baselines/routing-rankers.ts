import { writeFile } from 'node:fs/promises'
import { createSpace } from '@datacortex/platform'
import { readAgentsToFind } from '@datacortex/modules'
import { openFinder } from '@datacortex/registry/find'
import { openBm25 } from './bm25.ts'
import { dotProduct } from './dot-product.ts'
import type { RememberingEmbedder } from '../measure/remembering-embedder.ts'
import type { RoutedAgent } from '../data/routing-sets.ts'

/** The best agents for a request and how sure that is. */
export type Routed = { readonly ids: readonly string[]; readonly confidence: number }
export type Router = (query: string) => Promise<Routed>

const most = 5

/** BM25 over one document for each agent. */
export async function bm25Router(
  agents: readonly RoutedAgent[],
  { folder }: { readonly folder: string },
): Promise<Router & AsyncDisposable> {
  const documents = agents.map((agent) => ({ id: agent.id, text: [agent.name, ...textsOf(agent)].join('\n') }))
  const index = await openBm25(documents, folder)
  const route: Router = async (query) =>
    routed((await index.search(query)).map(({ id, score }) => [id, score] as const))
  return Object.assign(route, { [Symbol.asyncDispose]: async () => await index[Symbol.asyncDispose]() })
}

/** The mean vector of an agent's texts, its best text, or the sum of both cosines. */
export async function cosineRouters(
  agents: readonly RoutedAgent[],
  embedder: RememberingEmbedder,
): Promise<{ readonly centroid: Router; readonly best: Router; readonly both: Router }> {
  await embedder.learn(agents.flatMap(textsOf))
  const own = agents.map((agent) => {
    const vectors = textsOf(agent).map((text) => embedder.vectorOf(text))
    return { id: agent.id, vectors, centre: unit(sum(vectors)) }
  })
  type Own = (typeof own)[number]
  const by =
    (score: (asked: Float32Array, agent: Own) => number): Router =>
    async (query) => {
      await embedder.learn([query])
      const asked = embedder.vectorOf(query)
      return routed(own.map((agent) => [agent.id, score(asked, agent)]))
    }
  const nearCentre = (asked: Float32Array, { centre }: Own): number => dotProduct(asked, centre)
  const nearBest = (asked: Float32Array, { vectors }: Own): number =>
    vectors.reduce((best, each) => Math.max(best, dotProduct(asked, each)), -1)
  return {
    centroid: by(nearCentre),
    best: by(nearBest),
    both: by((asked, agent) => nearCentre(asked, agent) + nearBest(asked, agent)),
  }
}

/** What the program does: a registry file, an index, `find`. */
export async function productRouter(
  agents: readonly RoutedAgent[],
  { folder, embedder }: { readonly folder: string; readonly embedder: RememberingEmbedder },
): Promise<Router & AsyncDisposable> {
  const { paths } = await createSpace(folder)
  // Labels are no proper ids; JSON is YAML.
  const entries = agents.map(({ name, description, skills, examples }, index) => [
    `agent-${index}`,
    {
      name,
      description,
      skills: skills.map((skill, place) => ({ id: `skill-${place}`, ...skill, tags: [] })),
      triggers: { examples },
    },
  ])
  await writeFile(paths.agentsFile, JSON.stringify({ version: '2.0.0', agents: Object.fromEntries(entries) }))
  const finder = await openFinder(paths, {
    openEmbedder: () => Promise.resolve(embedder),
    readAgents: readAgentsToFind,
  })
  const idOf = (key: string): string => agents[Number(key.slice('agent-'.length))]?.id ?? key
  const route: Router = async (query) => {
    const { results } = await finder.find(query, { top: most, minScore: 0 })
    return { ids: results.map(({ id }) => idOf(id)), confidence: results[0]?.score ?? 0 }
  }
  return Object.assign(route, { [Symbol.asyncDispose]: async () => await finder[Symbol.asyncDispose]() })
}

/** Name with description, skills and examples, without repetitions. */
function textsOf({ name, description, skills, examples }: RoutedAgent): readonly string[] {
  const identity = description === name ? name : `${name}. ${description}`
  return [identity, ...skills.map((skill) => `${skill.name}: ${skill.description}`), ...examples]
}

function routed(scores: readonly (readonly [string, number])[]): Routed {
  const best = scores.toSorted(([, a], [, b]) => b - a).slice(0, most)
  return { ids: best.map(([id]) => id), confidence: best[0]?.[1] ?? 0 }
}

function sum(vectors: readonly Float32Array[]): Float32Array {
  const total = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (const [index, value] of vector.entries()) total[index] = (total[index] ?? 0) + value
  return total
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dotProduct(vector, vector))
  return vector.map((value) => value / length)
}
