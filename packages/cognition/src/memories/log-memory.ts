import type { Finding } from '@datacortex/errors'
import { sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { appendEntry } from '../logs/append-entry.ts'
import type { Mind } from '../mind.ts'
import type { Memory, MemoryFacts } from './memory.ts'
import { moveOver } from './move-over.ts'
import { memoriesOf } from './read-memories.ts'

/**
 * Keeps what a run of an agent found out in its log, where it is a memory: knowledge it becomes once it is confirmed, or
 * reflected on. The same words of the same agent are one memory.
 *
 * @param mind - Of the agent.
 * @param found - Its text, and what is known of it.
 * @throws `PLATFORM_LOCK_TIMEOUT`, `PLATFORM_FILE_UNWRITABLE`
 * @example await logMemory(mind, { text: 'Neap tides are weak.', facts: { executions: ['exec-2026-11-26-001'] } })
 */
export async function logMemory(
  mind: Mind,
  { text, facts, now = new Date() }: { text: string; facts: MemoryFacts; now?: Date | undefined },
): Promise<{ readonly memory: Memory | undefined; readonly id: string; readonly findings: readonly Finding[] }> {
  const log = async () => {
    const moved = await moveOver(mind.paths)
    const words = oneLine(text.normalize('NFKC').toLowerCase())
    const id = `mem-${sha256(`${mind.agent}\n${words}`).slice(0, 12)}`
    const visibility = mind.hasIdentity ? undefined : 'shared'
    const known = { ...facts, id, at: now.toISOString(), visibility } as const
    const { findings } = await appendEntry(mind, { text, facts: known, at: now })
    const memory = (await memoriesOf(mind)).memories.find((one) => one.id === id)
    return { memory, id, findings: [...moved, ...findings] }
  }
  return await withLock(mind.lock, log)
}
