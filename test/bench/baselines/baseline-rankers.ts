import type { Embedder } from '@datacortex/embeddings'
import type { RegisteredAgent } from '@datacortex/registry'
import { openBm25 } from './bm25.ts'
import { dotProduct } from './dot-product.ts'
import type { Ranker, Ranking } from '../measure/ranking-quality.ts'

/**
 * What Datacore does: skills that contain a word of the query, upper and lower case alike. Kinder than the original in
 * three ways: name and description are looked at too, the words count one by one, and the agents are ordered by them.
 */
export function keywordRanker(agents: readonly RegisteredAgent[]): Ranker {
  const texts = agents.map((agent) => ({ id: agent.id, text: `${agent.entry.name} ${wordsOf(agent)}`.toLowerCase() }))
  return async (query) => {
    const words = query.toLowerCase().split(/\s+/)
    const scored = texts.map(({ id, text }) => ({ id, score: words.filter((word) => text.includes(word)).length }))
    return await Promise.resolve(rankingOf(scored))
  }
}

/** BM25 over one document for each agent: name, and description with skills. */
export async function bm25Ranker(
  agents: readonly RegisteredAgent[],
  { folder }: { readonly folder: string },
): Promise<Ranker & AsyncDisposable> {
  const documents = agents.map((agent) => ({ id: agent.id, text: `${agent.entry.name}\n${wordsOf(agent)}` }))
  const index = await openBm25(documents, folder)
  const rank: Ranker = async (query) => rankingOf(await index.search(query))
  return Object.assign(rank, { [Symbol.asyncDispose]: async () => await index[Symbol.asyncDispose]() })
}

/** Cosine of the query and one text for each agent: the words of its name, and its description. */
export async function cosineRanker(agents: readonly RegisteredAgent[], embedder: Embedder): Promise<Ranker> {
  const vectors = await embedder.embed(
    agents.map(({ entry }) => `${entry.name.replace(/-/g, ' ')}. ${entry.description}`),
  )
  return async (query) => {
    const [asked = new Float32Array(0)] = await embedder.embed([query], { as: 'query' })
    return rankingOf(agents.map(({ id }, index) => ({ id, score: dotProduct(asked, vectors[index]) })))
  }
}

/** Description and skills, each text once: importers make a skill of the description where a source has none. */
function wordsOf({ entry }: RegisteredAgent): string {
  const skills = entry.skills.flatMap((skill) => [skill.name, skill.description])
  return [...new Set([entry.description, ...skills.filter((text) => text !== entry.name)])].join(' ')
}

function rankingOf(scored: readonly { readonly id: string; readonly score: number }[]): Ranking {
  // Sorting is stable: equal scores stay in the order of the registry.
  const sorted = scored.toSorted((a, b) => b.score - a.score)
  return { places: sorted.map(({ id }) => [id]), confidence: sorted[0]?.score ?? 0 }
}
