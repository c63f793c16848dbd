import { homedir } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A path as people read it: relative to the working folder if below it, with `~` if in the home folder, on one line. */
export function displayPath(path: string): string {
  return shortPath(path).replaceAll(/[\n\t]/g, (character) => (character === '\n' ? '\\n' : '\\t'))
}

function shortPath(path: string): string {
  const absolute = resolve(path)
  const fromHere = relative(process.cwd(), absolute)
  if (fromHere === '') return '.'
  if (!fromHere.startsWith('..') && !isAbsolute(fromHere)) return fromHere
  const home = homedir()
  return absolute.startsWith(home + sep) ? `~${absolute.slice(home.length)}` : absolute
}
