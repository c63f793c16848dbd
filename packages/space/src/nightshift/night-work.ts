import type { Work } from '../work.ts'
import { inboxes } from './inboxes.ts'

/**
 * What operations are given that are done while nobody is there: no question is asked, and an agent that names no places
 * writes to the inbox alone.
 */
export function nightWork(work: Work, signal: AbortSignal = work.signal): Work {
  return {
    ...work,
    caller: { kind: 'night' },
    ask: undefined,
    secrets: undefined,
    onProgress: () => {},
    signal,
    catalogue: async () => {
      const catalogue = await work.catalogue()
      const agents = new Map(
        [...catalogue.registry.agents].map(([id, agent]) => [
          id,
          agent.entry.writes === undefined ? { ...agent, entry: { ...agent.entry, writes: inboxes } } : agent,
        ]),
      )
      return { ...catalogue, registry: { ...catalogue.registry, agents } }
    },
  }
}
