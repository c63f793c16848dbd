import type { SearchHit } from '../search/search-port.ts'
import type { MemoryJournal } from '../sessions/memory-journal.ts'
import { memoryRowId } from '../sessions/memory-rows.ts'
import { memoryTitle } from '../sessions/memory-title.ts'
import { type SessionMemory, stillHolds } from '../sessions/session-memory.ts'

/** How long a session memory stays in tier 1 (DIP-0016 §7.1). */
const hotMemoryDays = 7

/** Memories of the last seven days that still hold, newest first. Throws `PLATFORM_FILE_UNREADABLE`. */
export async function recentMemories(journal: MemoryJournal, now: number): Promise<readonly SearchHit[]> {
  const { ledger } = await journal.read()
  const since = new Date(now - hotMemoryDays * 86_400_000).toISOString()
  return ledger.memories
    .filter((memory) => memory.timestamp >= since && stillHolds(memory))
    .sort((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .map((memory) => memoryHit(memory))
}

/** A session memory as a hit, with all of its text. */
export function memoryHit(memory: SessionMemory): SearchHit {
  return {
    id: memoryRowId(memory.id),
    title: memoryTitle(memory.summary),
    type: memory.type,
    score: 1,
    hop: 0,
    snippet: [memory.summary.trim(), ...memory.insights.map((insight) => `- ${insight}`)].join('\n'),
    origin: 'session',
    space: memory.space,
    tags: memory.tags,
    date: memory.timestamp.slice(0, 10),
  }
}
