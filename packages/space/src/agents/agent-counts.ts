import type { Registry } from '@datacortex/registry'

export function agentCounts({ agents, disabled }: Pick<Registry, 'agents' | 'disabled'>) {
  const all = [...agents.values(), ...(disabled?.values() ?? [])]
  return {
    all: all.length,
    /** Brought by modules. */
    of_modules: all.filter(({ module }) => module !== undefined).length,
    /** Removed, or replaced by another one: `find` leaves them out. */
    former: [...agents.values()].filter(({ entry }) => entry.removed === true || entry.alias !== undefined).length,
    /** Switched off. */
    disabled: disabled?.size ?? 0,
  }
}
