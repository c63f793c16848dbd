import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type SpacePaths, ifRefused } from '@datacortex/platform'
import { attempt } from '@datacortex/errors'

/** By what it is seen that the agents or modules of a space changed. */
export function spaceStamp(
  { agentsFile, settingsFile, settingsLocalFile, modulesDirectory, modulesLockFile, root }: SpacePaths,
  { bundledDirectory, also = [] }: { bundledDirectory: string | undefined; also?: readonly string[] | undefined },
): string {
  // The program's own modules come and go with its installation, and never change while it runs.
  const folders = bundledDirectory === undefined ? [modulesDirectory] : [modulesDirectory, bundledDirectory]
  const manifests = namesIn(modulesDirectory).map((name) => join(modulesDirectory, name, 'module.yaml'))
  const own = [agentsFile, settingsFile, settingsLocalFile, modulesLockFile, join(root, 'package.json')]
  return [...own, ...folders, ...manifests, ...also].map(stampOf).join(' ')
}

function namesIn(folder: string): readonly string[] {
  return attempt(() => readdirSync(folder).toSorted(), ifRefused([]))
}

/** By what it is seen that a file changed. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '-' : `${stats.mtimeMs}:${stats.size}:${stats.ino}`
}
