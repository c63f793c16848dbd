import { ifCoded } from '@datacortex/errors'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { day, dryRun, indexed } from '../schema.ts'
import { spacePlace } from './space-place.ts'

export const makeDailyNote = operation({
  input: z.strictObject({ day: day.describe('YYYY-MM-DD; today if left out.'), index: indexed, dry_run: dryRun }),
  output: z.looseObject({
    path: z.string(),
    created: z.boolean(),
    remarks: z.array(z.string()),
    undo: z.string().optional(),
  }),
  run: async (work, { day, index = true, dry_run: isDry = false }) => {
    const { dailyNote } = await import('@datacortex/notes')
    const { root } = work.paths
    const now = new Date()
    const time = now.toTimeString().slice(0, 8)
    const at = day === undefined ? now : new Date(`${day}T${time}`)
    const { path: given, text, remarks } = await dailyNote(root, { day: at })
    const path = spacePlace(root, given)
    if (path === undefined)
      throw spaceError('CLI_USAGE', {
        message: `The settings of the vault put daily notes at ${given}, outside of this space. Nothing was written.`,
        hint: 'Correct the folder and the format of daily notes in Obsidian.',
      })
    const broker = await noteWrites(work, { dryRun: isDry })
    const written = broker.write({ path, text, expected: 'absent' }, { signal: work.signal })
    const status = await written.then((done) => done.status, ifCoded('unchanged' as const, 'WRITES_CONFLICT'))
    const created = status !== 'unchanged'
    const undo = created && !isDry ? broker.run : undefined
    const taken = undo !== undefined && index ? await takeInNotes(work, { undo }) : undefined
    return {
      path,
      /** False if it was there already, and stays as it is. */
      created,
      /** What of the vault's template could not be done. */
      remarks: created ? remarks : [],
      undo,
      ...(created && isDry ? { dry_run: true as const } : {}),
      ...indexField(taken),
    }
  },
})
