import { posix } from 'node:path'
import { foldedName, isObeyed } from '@datacortex/platform'
import type { KnowledgeLocations } from '@datacortex/registry'
import { compileGlob } from '../compile-glob.ts'

/**
 * Tells whether an agent may write a path: the places of its `writes` are files, folders, patterns such as `notes/**`
 * or names of knowledge locations; `{space}` is any numbered folder. What a pattern names with a slash at its end, or
 * with a last name without stars, is a folder, too. A pattern that could take hours to match, or an extended one such as
 * `+(a|b)`, allows nothing.
 *
 * Without `writes` everything in the space is allowed but what lies under `.datacore`, and files that assistants obey or
 * programs run, such as `AGENTS.md`: these must always be named.
 * @example writeBounds(['zettel'], { personal: { zettel: '0-me/zettel' } })('0-me/zettel/Bees.md') // true
 * @see DIP-0016 §1, §12
 */
export function writeBounds(
  writes: readonly string[] | undefined,
  locations: KnowledgeLocations,
): (path: string) => boolean {
  if (writes === undefined) return (path) => !isHidden(path) && !isObeyed(posix.basename(path))
  const patterns = writes.flatMap((write) => placesOf(write, locations)).map(patternOf)
  return (path) => {
    const name = posix.basename(path)
    const isNamed = (last: string): boolean => !isObeyed(name) || foldedName(last) === foldedName(name)
    return patterns.some(
      ({ matches, namesHidden, last }) => matches(path) && (namesHidden || !isHidden(path)) && isNamed(last),
    )
  }
}

function isHidden(path: string): boolean {
  return /^\.datacore(?:\/|$)/i.test(path)
}

/**
 * What a place of `writes` or `reads` means: the paths of a knowledge location of this name, else itself.
 * @example placesOf('zettel', { personal: { zettel: '0-me/zettel' } }) // ['0-me/zettel']
 */
export function placesOf(write: string, locations: KnowledgeLocations): readonly string[] {
  const name = write.replace(/^knowledge_locations\./, '')
  const places: string[] = []
  for (const [group, value] of Object.entries(locations)) {
    if (typeof value === 'string' && group === name) places.push(value)
    if (typeof value !== 'object' || value === null || group === 'routing') continue
    for (const [key, place] of Object.entries(value))
      if (typeof place === 'string' && (key === name || `${group}.${key}` === name)) places.push(place)
  }
  return places.length > 0 ? places : [write]
}

type Pattern = {
  readonly matches: (path: string) => boolean
  readonly namesHidden: boolean
  /** Its last name, which may have signs of patterns. */
  readonly last: string
}

function patternOf(place: string): Pattern {
  const clean = place.normalize('NFC').replaceAll(/^(?:\.\/)+|\/+$/g, '')
  const namesHidden = isHidden(clean)
  // Whatever lies below a folder belongs to it; a folder may have the signs of patterns in its name.
  const names = clean.split('{space}').map((piece) => RegExp.escape(piece))
  const regExp = new RegExp(`^${names.join('\\d+-[^/]+')}(?:/.+)?$`, 'u')
  const isNamed = (path: string): boolean => regExp.test(path)
  const glob = /[*?[{]/.test(clean.replaceAll('{space}', '')) ? compileGlob(clean) : undefined
  const last = posix.basename(clean)
  if (glob === undefined) return { matches: isNamed, namesHidden, last }
  const covers = namesFolders(place) ? (path: string) => pathsAbove(path).some((above) => glob(above)) : glob
  return { matches: (path) => isNamed(path) || covers(path), namesHidden, last }
}

/** `notes/*` without a slash at its end means files; a last name that is written out may be that of a folder. */
function namesFolders(place: string): boolean {
  return place.endsWith('/') || !/[*?]/.test(place.slice(place.lastIndexOf('/') + 1))
}

/** The folders of a path, the outermost first, and the path itself. */
export function pathsAbove(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
