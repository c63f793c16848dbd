import picomatch from 'picomatch'

/**
 * Tells which paths a pattern names: `*` and `?` within a name, `**` over folders, `[a-z]`, `{md,org}`, and `{space}`
 * for any numbered folder. Everything else stands for itself, brackets of regular expressions too.
 *
 * @param text - NFC, relative to the space.
 * @returns Undefined if matching could take hours, or if it is an extended pattern such as `+(a|b)`.
 */
export function compileGlob(text: string): ((path: string) => boolean) | undefined {
  const isTooCostly = degreeOf(text) > 3 || alternativesOf(text) > 1000
  if (isTooCostly || /[?*+@!]\(/.test(text)) return undefined
  const glob = text.replaceAll(/(?<!\\)[()]/g, '\\$&').replaceAll('{space}', '+([0-9])-*')
  // Without `regex`, a plus behind a group would repeat it.
  return picomatch(glob, { dot: true, nonegate: true, regex: false })
}

/** With n characters, a match that fails takes n to the power of this. One star in a name has only one way to match. */
function degreeOf(text: string): number {
  const names = text.replace(/\/\*\*$/, '').split('/')
  return names.reduce((sum, name) => sum + Math.max(0, name.split('*').length - 2), 0)
}

/** How many texts the groups of a pattern stand for, at least. */
function alternativesOf(text: string): number {
  return text.split('{').reduce((product, group) => product * group.split(',').length, 1)
}
