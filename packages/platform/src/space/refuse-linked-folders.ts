import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { platformError } from '../errors.ts'
import type { SpacePaths } from './space-paths.ts'

/** Refuses a space that has a link, or a file, in the place of `.datacore` or a folder in it: what is kept there would be elsewhere. */
export function refuseLinkedFolders(paths: SpacePaths): void {
  const { datacore, agentsFile, agentsDirectory, modulesDirectory, envDirectory, stateDirectory, cacheDirectory } =
    paths
  const folders = [datacore, dirname(agentsFile), agentsDirectory, modulesDirectory, envDirectory, stateDirectory]
  for (const link of [...folders, paths.locksDirectory, cacheDirectory]) {
    const found = lstatSync(link, { throwIfNoEntry: false })
    if (found?.isDirectory() === false)
      throw platformError('PLATFORM_LINK_REFUSED', {
        link,
        reason: found.isSymbolicLink() ? undefined : 'it is no folder',
      })
  }
}
