import { MemoryLedger } from './memory-ledger.ts'
import { memoryTitle } from './memory-rows.ts'

/** Each memory replaces the one before and says what another one says. */
export function memoriesOfOneDay(size: number): () => unknown {
  const at = '2026-01-05T08:00:00.000Z'
  const events = Array.from({ length: size }, (_, n) => ({
    event: 'added' as const,
    event_id: `event ${n}`,
    at,
    memory: {
      id: `mem-2026-01-05-${n}`,
      type: 'fact',
      timestamp: at,
      summary: `Walrus ${n % 10}.`,
      insights: [],
      tags: [],
      outputs: [],
      origin: 'person' as const,
      status: 'confirmed' as const,
      supersedes: n === 0 ? undefined : `mem-2026-01-05-${n - 1}`,
    },
  }))
  return () => {
    const ledger = new MemoryLedger()
    for (const event of events) ledger.apply(event)
    return ledger.nextId(at)
  }
}

// These have very many of the signs that stand at an end, but not there.

export function titleOfMemory(size: number): () => unknown {
  const summary = `${'\n'.repeat(size)}x`
  return () => memoryTitle(summary)
}

export function wordsOfMemory(size: number): () => unknown {
  const summary = `${'.'.repeat(size)}x`
  return () => new MemoryLedger().sameAs({ summary })
}
