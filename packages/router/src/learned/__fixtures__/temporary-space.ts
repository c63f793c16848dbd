import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'

/** An empty space of its own for one test. */
export async function temporarySpace(): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'router-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return ownPaths(spacePaths(root))
}
