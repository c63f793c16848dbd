import type { SpacePaths } from '@datacortex/platform'
import type { Finding } from '@datacortex/errors'
import { MemoryJournal } from './memory-journal.ts'
import type { SessionMemory } from './session-memory.ts'

/**
 * All memories of a space, also superseded ones, in the order in which they were first remembered.
 *
 * @returns The memories, and what in the journal could not be read.
 * @throws `PLATFORM_FILE_UNREADABLE` if the journal exists and can't be opened.
 * @example const { memories } = await readMemories(paths)
 */
export async function readMemories(
  paths: SpacePaths,
): Promise<{ readonly memories: readonly SessionMemory[]; readonly findings: readonly Finding[] }> {
  const { ledger, findings } = await new MemoryJournal(paths).read()
  return { memories: ledger.memories, findings }
}

/**
 * The memories that the space held to be true at a time: what did I believe in March?
 *
 * @example believedAt(memories, new Date('2026-03-31'))
 */
export function believedAt(memories: readonly SessionMemory[], at: Date): readonly SessionMemory[] {
  const time = at.toISOString()
  return memories.filter(
    ({ timestamp, expired_at: expiredAt }) => timestamp <= time && (expiredAt === undefined || expiredAt > time),
  )
}
