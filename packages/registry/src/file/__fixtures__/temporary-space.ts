import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'

/** A space of its own for one test, with this text or these bytes as registry. */
export async function temporarySpace(registry?: string | Uint8Array): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'registry-file-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  if (registry !== undefined) await writeFile(paths.agentsFile, registry)
  return paths
}
