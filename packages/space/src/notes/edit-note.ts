import { type WritesBroker, sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, indexed, name, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { type EditedText, replacePassage, replaceSection } from './edit-text.ts'
import { inTurn } from './in-turn.ts'
import { noteToChange } from './note-to-change.ts'

const input = z
  .strictObject({
    note: name.describe('Path, title or alias; with #Heading for a section.'),
    old: written.regex(/\S/, 'It has no text.').optional().describe('What is replaced, as it stands there.'),
    text: written.describe('What stands there afterwards; empty takes `old` away.'),
    index: indexed,
    dry_run: dryRun,
  })
  .refine(({ old, text }) => old !== undefined || text.trim() !== '', { path: ['text'], error: 'It has no text.' })

/** What was there, what is there now, and from which line. */
export type EditedNote = Edited &
  IndexField & {
    readonly dry_run?: true | undefined
    /** The name under which `undo` takes it back; absent if nothing changed. */
    readonly undo?: string | undefined
  }

type Edited = Omit<EditedText, 'whole'> & { readonly path: string; readonly changed: boolean }

/** Replaces a passage of a note, or what stands in one of its sections; every other byte stays. */
export const editNote = operation({
  input,
  output: z.looseObject({
    path: z.string(),
    line: z.number(),
    before: z.string(),
    after: z.string(),
    changed: z.boolean(),
    undo: z.string().optional(),
  }),
  run: async (work, { index = true, dry_run: isDry = false, ...asked }): Promise<EditedNote> => {
    const broker = await noteWrites(work, { dryRun: isDry })
    const edit = async (): Promise<Edited> => await editOnce(work, { ...asked, broker, text: asked.text.trimEnd() })
    if (isDry) return { ...(await edit()), dry_run: true }
    const edited = await inTurn(work.paths, edit, { signal: work.signal })
    const undo = edited.changed ? broker.run : undefined
    const taken = undo !== undefined && index ? await takeInNotes(work, { undo }) : undefined
    return { ...edited, undo, ...indexField(taken) }
  },
})

async function editOnce(
  work: Work,
  { broker, note, old, text }: Pick<Asked<typeof input>, 'note' | 'old' | 'text'> & { readonly broker: WritesBroker },
): Promise<Edited> {
  const { path, bytes, heading, passage } = await noteToChange(work, note)
  if (old === undefined && heading === undefined)
    throw spaceError('CLI_USAGE', {
      message: `What of ${path} is to be replaced? Nothing was written.`,
      hint: `Name a section, such as ${JSON.stringify(`${note}#Heading`)}, or the passage with --old.`,
    })
  // A block keeps the mark by which links find it.
  const [block] = /^\^\S+$/.exec(heading ?? '') ?? []
  const kept = block === undefined || old !== undefined || text.endsWith(block) ? text : `${text} ${block}`
  const { whole, ...edited } =
    old === undefined && block === undefined
      ? replaceSection(bytes, { section: passage, text })
      : replacePassage(bytes, { path, passage, old: old ?? passage.text, text: kept })
  const { status } = await broker.write({ path, text: whole, expected: sha256(bytes) }, { signal: work.signal })
  return { path, ...edited, changed: status !== 'unchanged' }
}
