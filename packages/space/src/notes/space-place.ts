import { isAbsolute, relative, sep } from 'node:path'
import { spaceError } from '../errors.ts'

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

/** A folder that notes are asked for; undefined for all. Throws `CLI_USAGE` if it lies elsewhere. */
export function folderOf(root: string, given: string | undefined): string | undefined {
  const place = given === undefined ? '' : spacePlace(root, given)
  if (place !== undefined) return place === '' ? undefined : place
  throw spaceError('CLI_USAGE', {
    message: `--folder ${JSON.stringify(given)} is no place for notes of this space. Nothing was written.`,
    hint: 'Name a folder relative to the root of the space, such as 0-personal/notes.',
  })
}
