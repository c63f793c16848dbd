import { isAbsolute, relative, sep } from 'node:path'

/** A place of the space that somebody names, relative to its root and with `/`; the root itself is empty. */
export function spacePlace(root: string, given: string): string | undefined {
  const path = isAbsolute(given) ? relative(root, given) : given
  const place = path
    .split(sep)
    .join('/')
    .replaceAll(/^(?:\.\/)+|\/+$/g, '')
    .replace(/^\.$/, '')
    .normalize('NFC')
  const isOutside = isAbsolute(path) || place.split('/').some((part) => part === '..' || part === 'node_modules')
  return isOutside ? undefined : place
}
