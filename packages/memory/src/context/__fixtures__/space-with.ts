import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { memorySpace } from '../../memories/__fixtures__/memory-space.ts'

/** A space of the running test with these files. */
export async function spaceWith(files: Readonly<Record<string, string>>): Promise<SpacePaths> {
  const paths = await memorySpace()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(paths.root, path)), { recursive: true })
    await writeFile(join(paths.root, path), text)
  }
  return paths
}
