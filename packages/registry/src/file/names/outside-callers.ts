import type { Registry } from '../registry.ts'

/** Callers that are no agents and have no entry (DIP-0016 §11.1): the person, the night shift and other clocks. */
export const outsideCallers: ReadonlySet<string> = new Set(['user', 'nightshift', 'cron', 'scheduler'])

/**
 * Whether a caller is no agent. `user` is always the person; one of the others is an agent where an agent has its name,
 * so that no agent escapes the rules by what it is called.
 * @example isOutsideCaller(registry, 'user') // true
 */
export function isOutsideCaller(registry: Registry, caller: string): boolean {
  return outsideCallers.has(caller) && (caller === 'user' || !registry.agents.has(caller))
}
