import { type Finding, warningFinding } from '@datacortex/errors'
import type { NoteLocations } from '@datacortex/notes'

/**
 * Looks a place of a space up in the knowledge locations. One that is meant for the space and lies outside of it is
 * ignored, and a finding says so.
 * @param names - That the place may have, lower-case; the first tells what it is.
 * @param options - `space`: folder such as `0-personal`; `locations`: of agents.yaml.
 * @returns `path`: relative to the root, without `/` at the end.
 * @example locatedPlace(['zettel'], { space: '1-acme', locations: { org: { zettel: '{space}/z' } } }).path // '1-acme/z'
 * @see DIP-0016 §12
 */
export function locatedPlace(
  names: readonly string[],
  { space, locations = {} }: { space: string; locations?: NoteLocations | undefined },
): { readonly path?: string | undefined; readonly ignored: readonly Finding[] } {
  const ignored: Finding[] = []
  for (const [group, places] of [['personal', locations.personal] as const, ['org', locations.org] as const])
    for (const [name, written] of Object.entries(places ?? {})) {
      if (!names.includes(name.toLowerCase())) continue
      const path = written.replaceAll('{space}', () => space).replaceAll(/^(?:\.?\/)+|\/+$/g, '')
      const isInside = path.startsWith(`${space}/`) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path)
      if (isInside) return { path, ignored }
      if (!isMeantFor(space, { group, written })) continue
      const entry = `knowledge_locations.${group}.${name}`
      const message = `${entry} is ${JSON.stringify(written)}, which is not in ${space}, so it is not used.`
      const hint = `Name a folder below ${space}/ in .datacore/registry/agents.yaml.`
      ignored.push(warningFinding('KNOWLEDGE_LOCATION_IGNORED', entry, { message, hint }))
    }
  return { ignored }
}

/** Personal locations are those of `0-…`; one of an organisation names its own space, or any. */
function isMeantFor(space: string, { group, written }: { group: string; written: string }): boolean {
  if (group === 'personal') return space.startsWith('0-')
  return written.includes('{space}') || !/^(?:\.\/)*\d+-[^/]+\//.test(written)
}
