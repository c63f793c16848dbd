import { singleCopyReason, removeModule as removeFiles } from '@datacortex/modules'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import { operation } from '../operation.ts'
import { openSpaceFinder } from '../parts/finder.ts'
import { dryRun, flag, name } from '../schema.ts'
import { noteVersions } from './note-versions.ts'

export const removeModule = operation({
  input: z.strictObject({
    module: name.describe('Its name.'),
    yes: flag('Asks nobody.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ removed: z.string().nullable(), agents: z.array(z.string()) }),
  run: async (work, { module, yes = false, dry_run: isDry = false }) => {
    const { paths, signal } = work
    const reason = await singleCopyReason(paths, module)
    if (reason !== undefined && !yes && !isDry) {
      const question = `Delete ${module}? ${reason.replace('it', 'It')}.`
      if (!(await agreed(work, question))) return { removed: null, agents: [], only_copy: undefined }
    }
    if (!isDry) await noteVersions(work)
    const removed = await removeFiles(paths, module, { dryRun: isDry, signal })
    if (!isDry) {
      await noteVersions(work)
      await using _ = await openSpaceFinder(work)
    }
    /** `only_copy`: why its files may be nowhere else, as a clause. */
    return { ...removed, only_copy: reason }
  },
})
