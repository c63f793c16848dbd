import picomatch from 'picomatch'

/** Tells which paths a pattern names; undefined if matching could take hours, or for extended ones as `+(a|b)`. */
export function compileGlob(text: string): ((path: string) => boolean) | undefined {
  const isTooCostly = degreeOf(text) > 3 || alternativesOf(text) > 1000
  if (isTooCostly || /[?*+@!]\(/.test(text)) return undefined
  const glob = text.replaceAll(/(?<!\\)[()]/g, '\\$&').replaceAll('{space}', '+([0-9])-*')
  // Without `regex`, a plus behind a group would repeat it.
  return picomatch(glob, { dot: true, nonegate: true, regex: false })
}

/** How fast the time of a match that fails grows with the path. */
function degreeOf(text: string): number {
  const names = text.replace(/\/\*\*$/, '').split('/')
  const folders = names.filter((name) => name === '**').length
  const further = names.filter((name) => name !== '**').map((name) => name.split('*').length - 2)
  const several = further.filter((stars) => stars > 0)
  const inNames = several.reduce((sum, stars) => sum + stars, 0) + Math.max(0, several.length - 1)
  return inNames + 1.5 * Math.max(0, folders - 1)
}

/** In how many ways the groups of a pattern can be read together, roughly. */
function alternativesOf(text: string): number {
  const [, ...groups] = text.split('{')
  return groups.reduce((product, group) => product * group.split(',').length, 1)
}
