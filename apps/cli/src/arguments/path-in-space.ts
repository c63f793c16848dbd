import { isAbsolute, join, relative } from 'node:path'
import { isThere } from '@datacortex/platform'

/**
 * A path as it was given; or that of the space, if there is something only there: so entries, findings and hints name
 * files, from whichever folder the command is called. Result: relative to the working directory, or absolute if it was.
 */
export async function pathInSpace(path: string, root: string): Promise<string> {
  if (path === '' || isAbsolute(path) || (await isThere(path))) return path
  const inSpace = join(root, path)
  return (await isThere(inSpace)) ? relative('', inSpace) : path
}
