import type { Registry } from '../registry.ts'

/**
 * The id of an agent as the registry writes it. A letter with an accent may be written as one character or as two (NFC,
 * NFD), which nobody sees: ids that differ only in that are the same, and the very same one comes first.
 * @example findId(registry, 'cafe\u0301') // 'café'
 */
export function findId({ agents }: Pick<Registry, 'agents'>, id: string): string | undefined {
  if (agents.has(id)) return id
  // Anyone who reads a long log asks for many that are gone.
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(id)) return undefined
  const composed = id.normalize('NFC')
  if (agents.has(composed)) return composed
  for (const known of agents.keys()) if (known.normalize('NFC') === composed) return known
  return undefined
}

/**
 * The id that an agent has now, following aliases, for one who kept the one that it had: a log, a journal, settings.
 * @param passed - Ids by which the way must not lead, as if it came from there.
 * @returns Undefined if the name leads to no agent in use any more.
 * @example currentId(registry, 'old-name') // 'writer'
 */
export function currentId(
  registry: Pick<Registry, 'agents'>,
  name: string,
  passed: readonly string[] = [],
): string | undefined {
  const seen = new Set(passed)
  for (let id = findId(registry, name); id !== undefined && !seen.has(id);) {
    const entry = registry.agents.get(id)?.entry
    if (entry === undefined) return undefined
    if (entry.alias === undefined) return entry.removed === true ? undefined : id
    seen.add(id)
    id = findId(registry, entry.alias)
  }
  return undefined
}
