import type { Registry } from '../file/registry.ts'
import { type Finding, warningFinding } from '@datacortex/errors'

/** Different agents that carry the same name, so that people can't tell them apart. */
export function checkNames(registry: Registry): readonly Finding[] {
  const idsByName = new Map<string, string[]>()
  for (const { id, entry } of registry.agents.values()) {
    if (entry.alias !== undefined || entry.removed) continue
    const name = entry.name.trim().normalize('NFC').toLowerCase()
    idsByName.set(name, [...(idsByName.get(name) ?? []), id])
  }
  return [...idsByName]
    .filter(([, ids]) => ids.length > 1)
    .map(([name, ids]) =>
      warningFinding('NAME_DUPLICATE', ids[0] ?? name, {
        message: `the name ${JSON.stringify(name)} is used by ${ids.join(', ')}`,
        hint: 'Give each a name of its own in agents.yaml.',
      }),
    )
}
