import { relative, resolve, sep } from 'node:path'
import { resolveInside } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** A file or folder that somebody names to be read: absolute, or relative to the space. */
export async function placeFor({ paths, caller }: Pick<Work, 'paths' | 'caller'>, named: string): Promise<string> {
  if (/^https?:\/\//i.test(named)) return named
  const path = resolve(paths.root, named)
  return caller.kind === 'client' ? await placeInside(paths, path) : path
}

/** An absolute path of the space. Throws `PLATFORM_PATH_REFUSED`. */
export async function placeInside({ root }: Pick<Work['paths'], 'root'>, path: string): Promise<string> {
  return await resolveInside(root, relative(root, path).split(sep).join('/') || '.')
}
