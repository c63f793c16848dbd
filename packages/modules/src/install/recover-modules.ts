import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { inspectModule } from '../contents/inspect-module.ts'
import { type JournalEntry, clearStaging, findInterrupted, swapIntoPlace } from './install-journal.ts'
import { readModuleFolder } from '../fetch/read-module-folder.ts'
import { findEntries, registerModule } from './register-module.ts'

/**
 * Finishes installations that a kill interrupted after they were decided, and deletes what was left of others. Call it only
 * while holding the lock of the modules.
 */
export async function recoverModules(paths: SpacePaths): Promise<readonly JournalEntry[]> {
  const interrupted = await findInterrupted(paths)
  for (const { staging, entry } of interrupted) {
    await swapIntoPlace(staging, entry.name)
    const files = await readModuleFolder(join(paths.modulesDirectory, entry.name))
    const { agents, manifest } = await inspectModule(files, { origin: entry.name })
    await registerModule(paths, entry.name, {
      agents,
      given: await findEntries(join(staging.directory, 'old'), entry.name),
      sources: manifest.provides.sources,
      locked: {
        version: manifest.version,
        origin: entry.origin,
        integrity: entry.integrity,
        permissions: manifest.permissions,
        installed_at: entry.installedAt,
      },
    })
    await clearStaging(staging)
  }
  return interrupted.map(({ entry }) => entry)
}
