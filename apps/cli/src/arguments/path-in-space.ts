import { isAbsolute, join, relative } from 'node:path'
import { isThere } from '@datacortex/platform'

/** A path as it was given; or that of the space, if there is something only there. */
export async function pathInSpace(path: string, root: string): Promise<string> {
  if (path === '' || isAbsolute(path) || (await isThere(path))) return path
  const inSpace = join(root, path)
  return (await isThere(inSpace)) ? relative('', inSpace) : path
}
