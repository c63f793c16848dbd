import { findId } from './find-id.ts'
import type { Registry } from '../registry.ts'

/**
 * The id that an agent has now, following aliases, for whoever kept the one that it had: a log, a journal, settings.
 *
 * @param name - Of any time.
 * @returns Undefined if the name leads to no agent in use any more.
 * @example currentId(registry, 'old-name') // 'writer'
 */
export function currentId(registry: Pick<Registry, 'agents'>, name: string): string | undefined {
  const seen = new Set<string>()
  for (let id = findId(registry, name); id !== undefined && !seen.has(id);) {
    const entry = registry.agents.get(id)?.entry
    if (entry === undefined) return undefined
    if (entry.alias === undefined) return entry.removed === true ? undefined : id
    seen.add(id)
    id = findId(registry, entry.alias)
  }
  return undefined
}
