import { syncModules as syncFolders } from '@datacortex/modules'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { openSpaceFinder } from '../parts/finder.ts'
import { dryRun } from '../schema.ts'
import { leftAlone } from './left-alone.ts'
import { noteVersions } from './note-versions.ts'

export const syncModules = operation({
  input: z.strictObject({ dry_run: dryRun }),
  output: z.looseObject({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) }),
  run: async (work, { dry_run: isDry = false }) => {
    const { paths, signal, onProgress, bundledDirectory } = work
    const synced = await syncFolders(paths, { dryRun: isDry, signal, onProgress, bundledDirectory })
    if (!isDry) {
      await noteVersions(work)
      await using _ = await openSpaceFinder(work)
    }
    return { ...synced, broken: leftAlone(synced.broken) }
  },
})
