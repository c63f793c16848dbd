import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { secretPlace } from '@datacortex/platform'

/**
 * Why the context of an agent never reads what lies at a path: a link leads it out of the space, or to secrets;
 * undefined for every other path, also one where nothing is.
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
