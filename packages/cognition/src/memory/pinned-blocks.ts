import { jsonOf } from '@datacortex/platform'
import { keyPointsOf } from '../knowledge/key-points.ts'
import { type Mind, readMinds } from '../mind.ts'
import { openMemory } from './open-memory.ts'
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
  const rows = memory.database.prepare("SELECT * FROM knowledge_files WHERE pin <> '[]' ORDER BY path").all()
  const { minds } = rows.length === 0 ? { minds: [] } : await readMinds(mind.paths)
  return rows.flatMap((row) => {
    const [path, title, body] = [String(row['path']), String(row['title']), String(row['content'])]
    const pinned = jsonOf(String(row['pin']))
    const names = Array.isArray(pinned) ? pinned : []
    const isFor = names.includes('all') || names.includes(mind.agent)
    const isOwn = row['owner_uid'] === mind.identity.uid
    if (!isFor && !(isOwn && names.includes('owner'))) return []
    const points = keyPointsOf(body).filter(({ holds }) => holds)
    const said = points.map(({ text }) => `- ${text}`).join('\n')
    const whole = body.split(/^## Changelog\b/im)[0]?.trim() ?? ''
    return [
      {
        path: `${mind.place}/${path}`,
        title,
        owner: minds.find(({ identity }) => identity.uid === row['owner_uid'])?.identity.name ?? 'somebody',
        visibility: String(row['visibility']),
        text: said === '' ? whole : `## ${title}\n\n${said}`,
        tokenLimit: Number(row['token_limit'] ?? usualTokens),
      },
    ]
  })
}
