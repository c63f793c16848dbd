import { type Mind, readMinds } from '../mind.ts'
import { openMemory } from './open-memory.ts'
import { pointsAt } from './search-points.ts'
import { syncMemory } from './sync-memory.ts'

/** Knowledge that stands in every context of an agent. */
export type PinnedBlock = {
  /** Relative to the space. */
  readonly path: string
  readonly title: string
  /** Name of the agent that owns it. */
  readonly owner: string
  readonly visibility: string
  readonly text: string
  readonly tokenLimit: number
}

const usualTokens = 500

/**
 * What is pinned for an agent: topics of its own with `pin: true`, and those that others share and pin for it.
 *
 * @param mind - Of the agent.
 * @example (await pinnedBlocks(mind)).map(({ title }) => title)
 */
export async function pinnedBlocks(mind: Mind): Promise<readonly PinnedBlock[]> {
  using memory = await openMemory(mind)
  await syncMemory(memory, mind)
  const rows = memory
    .prepare(
      `SELECT * FROM knowledge_files WHERE EXISTS (SELECT 1 FROM json_each(pin)
        WHERE value IN ('all', :agent) OR (value = 'owner' AND owner_uid = :uid)) ORDER BY path`,
    )
    .all({ agent: mind.agent, uid: mind.identity.uid })
  const { minds } = rows.length === 0 ? { minds: [] } : await readMinds(mind.paths)
  return rows.map((row) => {
    const [path, title] = [String(row['path']), String(row['title'])]
    const points = pointsAt(memory, { path }).map(({ text }) => `- ${text}`)
    const [whole = ''] = String(row['content']).split(/^## Changelog\b/im)
    return {
      path: `${mind.place}/${path}`,
      title,
      owner: minds.find(({ identity }) => identity.uid === row['owner_uid'])?.identity.name ?? 'somebody',
      visibility: String(row['visibility']),
      text: points.length === 0 ? whole.trim() : `## ${title}\n\n${points.join('\n')}`,
      tokenLimit: Number(row['token_limit'] ?? usualTokens),
    }
  })
}
