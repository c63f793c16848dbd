import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { type Registry, readRegistry } from '@datacortex/registry'
import { onTestFinished } from 'vitest'

/** A space of the running test with these files, and its registry. */
export async function agentSpace(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly paths: SpacePaths; readonly registry: Registry }> {
  const paths = ownPaths(spacePaths(await temporaryFolder()))
  await writeFiles(paths.root, files)
  return { paths, registry: await readRegistry(paths) }
}

/** A folder that is removed after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'execution-context-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Writes files below a folder. */
export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
