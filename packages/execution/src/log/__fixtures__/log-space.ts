import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'
import { logFiles } from '../log-files.ts'

/** An empty space of the running test; `log`: text of its execution log. */
export async function logSpace(log?: string): Promise<SpacePaths> {
  const root = await mkdtemp(join(tmpdir(), 'execution-log-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true, maxRetries: 3 }))
  const paths = ownPaths(spacePaths(root))
  if (log !== undefined) await writeLog(paths, log)
  return paths
}

/** Writes the active part as another program would. */
export async function writeLog(paths: SpacePaths, text: string): Promise<void> {
  await mkdir(dirname(logFiles(paths).active), { recursive: true })
  await writeFile(logFiles(paths).active, text)
}

/** The text of the active part. */
export async function logText(paths: SpacePaths): Promise<string> {
  return await readFile(logFiles(paths).active, 'utf8')
}

/** Names of all files of the log. */
export async function logNames(paths: SpacePaths): Promise<readonly string[]> {
  return (await readdir(paths.stateDirectory)).filter((name) => name.startsWith('execution_log')).sort()
}
