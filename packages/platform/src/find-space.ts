import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SpaceNotFoundError } from './errors.ts'
import type { SpacePaths } from './space-paths.ts'
import { spacePaths } from './space-paths.ts'

/**
 * Finds the space that a folder belongs to: itself or the nearest folder upward that has `.datacore/`.
 *
 * @param directory - Where to start.
 * @throws {@link SpaceNotFoundError} if there is none up to the root of the disk.
 * @example const paths = await findSpace(process.cwd())
 */
export async function findSpace(directory: string): Promise<SpacePaths> {
  let current = resolve(directory)
  for (;;) {
    if (await isSpace(current)) return spacePaths(current)
    const parent = dirname(current)
    if (parent === current) throw new SpaceNotFoundError({ directory })
    current = parent
  }
}

/**
 * Opens exactly this folder as a space, without looking upward: the meaning of `--root`.
 *
 * @param root - The folder that must hold `.datacore/`.
 * @throws {@link SpaceNotFoundError} if it doesn't.
 * @example const paths = await openSpace('/desk')
 */
export async function openSpace(root: string): Promise<SpacePaths> {
  const directory = resolve(root)
  if (await isSpace(directory)) return spacePaths(directory)
  const found = await stat(directory).catch(() => undefined)
  if (found === undefined) throw new SpaceNotFoundError({ directory: root, reason: 'does not exist' })
  if (!found.isDirectory())
    throw new SpaceNotFoundError({ directory: root, reason: 'is no folder', hint: 'Name the folder of a space.' })
  const above = await findSpace(directory).catch(() => undefined)
  if (above === undefined) throw new SpaceNotFoundError({ directory: root })
  throw new SpaceNotFoundError({
    directory: root,
    reason: `has no .datacore folder; it lies in the space ${above.root}, and a space that is named is taken exactly`,
    hint: `Name ${above.root} instead.`,
  })
}

async function isSpace(directory: string): Promise<boolean> {
  const found = await stat(join(directory, '.datacore')).catch(() => undefined)
  return found?.isDirectory() ?? false
}
