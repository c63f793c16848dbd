import type { Registry } from '@datacortex/registry'

export type AgentCounts = {
  readonly all: number
  /** Brought by modules. */
  readonly of_modules: number
  /** Removed, or replaced by another one: `find` leaves them out. */
  readonly former: number
  /** Switched off. */
  readonly disabled: number
}

export function agentCounts({ agents, disabled }: Pick<Registry, 'agents' | 'disabled'>): AgentCounts {
  const all = [...agents.values(), ...(disabled?.values() ?? [])]
  return {
    all: all.length,
    of_modules: all.filter(({ module }) => module !== undefined).length,
    former: [...agents.values()].filter(({ entry }) => entry.removed === true || entry.alias !== undefined).length,
    disabled: disabled?.size ?? 0,
  }
}
