import { realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { relativeParts, secretPlace } from '@datacortex/platform'

/**
 * Why the context of an agent never reads a path, as far as its text tells: it is absolute, leaves the space, can't be
 * the name of a file everywhere, or holds secrets. The loader of contexts has the same rules, in `@datacortex/memory`,
 * which this package does not know.
 *
 * @param path - Or a pattern, as an entry has it.
 * @returns Undefined for every other path.
 * @example readRefusal('.datacore/env/KEY') // 'it holds secrets, which are never loaded'
 */
export function readRefusal(path: string): string | undefined {
  const isPattern = /[*?[{(|]/.test(path)
  if (isPattern && /(?:^|[/{},()|])\.\.(?:$|[/{},()|])/.test(path)) return 'a pattern with `..` is not followed'
  // Up and down again inside of the space is fine.
  const clean = posix.normalize(path)
  const plain = isPattern || /^[/~]|^\.\.(?:\/|$)/.test(clean) ? path : clean
  try {
    // The signs of patterns are no part of a portable path; everything else must be.
    relativeParts(plain.replaceAll(/[*?"<>|]/g, 'x'))
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_PATH_REFUSED')) throw error
    return String(error.details['reason'])
  }
  return secretPlace(plain)
}

/**
 * Why the context of an agent never reads what lies at a path: a link leads it out of the space, or to secrets.
 *
 * @param root - Of the space.
 * @param path - Relative to it.
 * @returns Undefined for every other path, also one where nothing is.
 * @example await linkRefusal('/desk', 'notes/a.md') // undefined
 */
export async function linkRefusal(root: string, path: string): Promise<string | undefined> {
  const [space, real] = await Promise.all([root, join(root, path)].map(async (one) => await realOf(one)))
  if (space === undefined || real === undefined) return undefined
  const inside = relative(space, real).split(sep).join('/')
  if (inside === '..' || inside.startsWith('../') || join(space, inside) !== real) return 'it leads out of the space'
  return secretPlace(inside)
}

async function realOf(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined)
}
