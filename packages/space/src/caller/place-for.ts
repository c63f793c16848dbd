import { relative, resolve, sep } from 'node:path'
import { resolveInside } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** A file or folder that somebody names to be read: absolute, or relative to the space. */
export async function placeFor({ paths, caller }: Pick<Work, 'paths' | 'caller'>, named: string): Promise<string> {
  if (/^https?:\/\//i.test(named)) return named
  const path = resolve(paths.root, named)
  if (caller.kind !== 'client') return path
  return await resolveInside(paths.root, relative(paths.root, path).split(sep).join('/') || '.')
}
