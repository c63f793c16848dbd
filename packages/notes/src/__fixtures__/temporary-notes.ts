import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'

/** A space of its own for one test, with these files. */
export async function temporaryNotes(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'memory-notes-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return ownPaths(spacePaths(root))
}
