import { mindName } from '@datacortex/cognition'
import { type PrivacySettings, isFetched, pathInSpace } from '@datacortex/platform'
import { pathsAbove } from '../checks/write-bounds.ts'
import { compileGlob } from '../compile-glob.ts'
import { executionError } from '../errors.ts'
import { type Registry, currentId, originOf } from '@datacortex/registry'

/** The privacy of a space: how private paths are, and up to where an agent is shown things. */
export type Privacy = {
  /** The level of a path, relative to the space, however it is spelled; outside the space the most private one in use. */
  levelOf(path: string): string
  levelOfAgent(id: string): string
  /** Whether something of the level may be shown up to the limit. */
  allows(level: string, options: { readonly limit: string }): boolean
  /** The most private of some levels; that of paths without a pattern if there is none. */
  strictest(levels: readonly string[]): string
  /** Whether an agent may be shown everything that settings name, so that nothing need be looked at. */
  isOpenTo(id: string): boolean
}

/** Understands the privacy settings of a space. A pattern stands for what it matches and everything below that. */
export function privacyOf(settings: PrivacySettings): Privacy {
  const { levels, agents } = settings
  const rank = (level: string): number => levels.indexOf(level)
  const strictest = (some: readonly string[]): string =>
    some.reduce((most, level) => (rank(level) > rank(most) ? level : most), some[0] ?? settings.default)
  const patterns = Object.entries(settings.paths).map(([written, level]): Pattern => {
    // The space itself stands for everything in it.
    const text = pathInSpace(written) || '**'
    const matches = compileGlob(text)
    if (matches === undefined) throw executionError('EXECUTION_PRIVACY_PATTERN', { pattern: written })
    return { text, level, matches }
  })
  const makers = Object.entries(agents.named).map(([name, level]) => {
    return { level, path: `${name}/`, mind: mindName(`${name}/`).slice(0, -8) }
  })
  const levelOfAgent = (id: string): string => {
    const known = Object.hasOwn(agents.named, id) ? agents.named[id] : undefined
    if (known !== undefined || !/\/|-[0-9a-f]{8}$/.test(id)) return known ?? agents.default
    // One that another agent made, by its path or the folder of its mind; it may be gone by now.
    const above = makers.filter(({ path, mind }) => id.startsWith(path) || id.startsWith(mind))
    return strictest([agents.default, ...above.map(({ level }) => level)])
  }
  const allows: Privacy['allows'] = (level, { limit }) => rank(level) <= rank(limit)
  const used = [settings.default, ...Object.values(settings.paths), agents.default, ...Object.values(agents.named)]
  return {
    levelOf(path) {
      const place = pathInSpace(path)
      if (place === undefined) return strictest(used)
      const matching = patterns.filter((pattern) => covers(pattern, place))
      const strongest = matching.filter(
        (pattern) => !matching.some((other) => liesWithin(other, pattern) && !liesWithin(pattern, other)),
      )
      return strictest(strongest.map(({ level }) => level))
    },
    levelOfAgent,
    allows,
    strictest,
    isOpenTo: (id) => allows(strictest(used), { limit: levelOfAgent(id) }),
  }
}

type Pattern = { readonly text: string; readonly level: string; readonly matches: (path: string) => boolean }

/** Whether a path or a folder above it matches. */
function covers({ matches }: Pattern, path: string): boolean {
  return pathsAbove(path).some((above) => matches(above))
}

/** Whether a pattern surely lies within the other; where it is not sure, nothing may be opened by it. */
function liesWithin(inner: Pattern, outer: Pattern): boolean {
  const [below, all] = [placeOf(inner), placeOf(outer)]
  return all === '' || `${below}/`.startsWith(`${all}/`) || covers(outer, plainFolderOf(below))
}

/** Without the end that stands for everything below. */
function placeOf({ text }: Pattern): string {
  return text.replace(/(?:^|\/)\*\*(?:\/\*)?$/, '')
}

/** The names before the first one that is a pattern. */
function plainFolderOf(text: string): string {
  const names = text.split('/')
  const end = names.findIndex((name) => /[*?[{]/.test(name))
  return names.slice(0, end === -1 ? names.length : end).join('/')
}

/** The settings with the level of each agent under all its names; what was fetched is shown what is open to all, unless named. */
export function withFormerNames(settings: PrivacySettings, registry: Registry): PrivacySettings {
  const { levels, agents } = settings
  const named = new Map(Object.entries(agents.named))
  for (const [id, level] of Object.entries(agents.named)) {
    const current = currentId(registry, id) ?? id
    if (Object.hasOwn(agents.named, current)) continue
    const known = named.get(current)
    if (known === undefined || levels.indexOf(level) < levels.indexOf(known)) named.set(current, level)
  }
  for (const { id, entry } of registry.agents.values())
    if (!named.has(id) && isFetched(originOf(entry) ?? '')) named.set(id, levels[0] ?? settings.default)
  for (const { id, entry } of registry.agents.values()) {
    if (entry.alias === undefined || named.has(id)) continue
    const level = named.get(currentId(registry, id) ?? id)
    if (level !== undefined) named.set(id, level)
  }
  // Those above come first.
  for (const { id, dynamic, cloneOf } of registry.agents.values()) {
    const level = named.get(cloneOf ?? dynamic?.parent ?? '')
    if (level !== undefined) named.set(id, level)
  }
  for (const [id, level] of named) if (!named.has(mindName(id))) named.set(mindName(id), level)
  return { ...settings, agents: { ...agents, named: Object.fromEntries(named) } }
}
