import type { Registry } from '../registry.ts'

/**
 * The id of an agent as the registry writes it. A letter with an accent may be written as one character or as two (NFC,
 * NFD), which nobody sees: ids that differ only in that are the same, and the very same one comes first.
 *
 * @param id - In any Unicode form.
 * @returns Undefined if there is no agent of this id.
 * @example findId(registry, 'cafe\u0301') // 'café'
 */
export function findId({ agents }: Pick<Registry, 'agents'>, id: string): string | undefined {
  if (agents.has(id)) return id
  // Whoever reads a long log asks for many that are gone.
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(id)) return undefined
  const composed = id.normalize('NFC')
  if (agents.has(composed)) return composed
  for (const known of agents.keys()) if (known.normalize('NFC') === composed) return known
  return undefined
}
