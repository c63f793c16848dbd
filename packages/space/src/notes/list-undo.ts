import { type SpacePaths, listWritesRuns, undoWrites } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { limit } from '../schema.ts'

export const listUndo = operation({
  input: z.strictObject({ top: limit }),
  output: z.looseObject({
    runs: z.array(z.looseObject({ run: z.string(), at: z.string(), files: z.number(), state: z.string() })),
  }),
  run: async ({ paths }, { top = 20 }) => {
    const listed = await listWritesRuns(paths.root, { limit: top })
    const runs = listed.map(async ({ run, at, files }) => {
      return { run, at: at.toISOString(), files, state: await stateOf(run, paths) }
    })
    return { runs: await Promise.all(runs) }
  },
})

/** What there is of it still: something to take back, only what was changed since, or nothing. */
async function stateOf(run: string, { root }: SpacePaths): Promise<'written' | 'changed' | 'taken_back'> {
  const { restored, removed, kept } = await undoWrites(run, { root, dryRun: true })
  if (restored.length + removed.length > 0) return 'written'
  return kept.length > 0 ? 'changed' : 'taken_back'
}
