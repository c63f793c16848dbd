import type { PrivacySettings } from '@datacortex/platform'
import { type Registry, currentId } from '@datacortex/registry'

/** The settings with the level of each agent under all its names; of former ones the one that is shown least. */
export function withFormerNames(settings: PrivacySettings, registry: Registry): PrivacySettings {
  const { levels, agents } = settings
  const named = new Map(Object.entries(agents.named))
  for (const [id, level] of Object.entries(agents.named)) {
    const current = currentId(registry, id) ?? id
    if (Object.hasOwn(agents.named, current)) continue
    const known = named.get(current)
    if (known === undefined || levels.indexOf(level) < levels.indexOf(known)) named.set(current, level)
  }
  for (const { id, entry } of registry.agents.values()) {
    if (entry.alias === undefined || named.has(id)) continue
    const level = named.get(currentId(registry, id) ?? id)
    if (level !== undefined) named.set(id, level)
  }
  return { ...settings, agents: { ...agents, named: Object.fromEntries(named) } }
}
