import { CodedError } from '@datacortex/errors'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { day, dryRun, indexed } from '../schema.ts'
import { spacePlace } from './space-place.ts'

export type DailyNoteMade = IndexField & {
  readonly path: string
  /** False if it was there already, and stays as it is. */
  readonly created: boolean
  /** What of the vault's template could not be done. */
  readonly remarks: readonly string[]
  readonly dry_run?: true | undefined
  readonly undo?: string | undefined
}

export const makeDailyNote = operation({
  input: z.strictObject({ day: day.describe('YYYY-MM-DD; today if left out.'), index: indexed, dry_run: dryRun }),
  output: z.looseObject({
    path: z.string(),
    created: z.boolean(),
    remarks: z.array(z.string()),
    undo: z.string().optional(),
  }),
  run: async (work, { day, index = true, dry_run: isDry = false }): Promise<DailyNoteMade> => {
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
    const status = await written.then((done) => done.status, there)
    if (status === 'unchanged') return { path, created: false, remarks: [] }
    if (isDry) return { path, created: true, remarks, dry_run: true }
    const undo = broker.run
    return { path, created: true, remarks, undo, ...indexField(index ? await takeInNotes(work, { undo }) : undefined) }
  },
})

/** One that is there, whatever it says, is the note of the day. */
function there(error: unknown): 'unchanged' {
  if (CodedError.is(error, 'WRITES_CONFLICT')) return 'unchanged'
  throw error
}
