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
  if (!(await isSpace(directory))) throw new SpaceNotFoundError({ directory: root })
  return spacePaths(directory)
}

async function isSpace(directory: string): Promise<boolean> {
  const found = await stat(join(directory, '.datacore')).catch(() => undefined)
  return found?.isDirectory() ?? false
}
