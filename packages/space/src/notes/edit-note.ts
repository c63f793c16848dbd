import { type WritesBroker, sha256 } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, indexed, name, written } from '../schema.ts'
import type { Work } from '../work.ts'
import { replacePassage, replaceSection, replaceWhole } from './edit-text.ts'
import { inWriting } from './in-writing.ts'
import { noteToChange } from './note-to-change.ts'

const input = z
  .strictObject({
    note: name.describe('Path, title or alias; with #Heading for a section.'),
    old: written.regex(/\S/, 'It has no text.').optional().describe('What is replaced, as it stands there.'),
    text: written.describe('What stands there afterwards; empty takes `old` away.'),
    expected: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe(
        '`sha256` of the note as it was read: one that was changed since is left alone. Without `old` and heading `text` is the whole note.',
      ),
    index: indexed,
    dry_run: dryRun,
  })
  .refine(({ old, text, expected }) => (old ?? expected) !== undefined || text.trim() !== '', {
    path: ['text'],
    error: 'It has no text.',
  })

export const editNote = operation({
  input,
  output: z.looseObject({
    path: z.string(),
    line: z.number(),
    before: z.string(),
    after: z.string(),
    changed: z.boolean(),
    sha256: z.string(),
    undo: z.string().optional(),
  }),
  run: async (work, { index, dry_run: dryRun, ...asked }) => {
    const broker = await noteWrites(work, { dryRun })
    return await inWriting(work, { index, dry_run: dryRun }, async () => {
      const edited = await editOnce(work, { ...asked, broker })
      return { ...edited, run: edited.changed ? broker.run : undefined }
    })
  },
})

async function editOnce(
  work: Work,
  {
    broker,
    note,
    old,
    text: given,
    expected,
  }: Pick<Asked<typeof input>, 'note' | 'old' | 'text' | 'expected'> & {
    readonly broker: WritesBroker
  },
) {
  const { path, bytes, heading, passage } = await noteToChange(work, note)
  if (expected !== undefined && expected !== sha256(bytes)) throw spaceError('SPACE_NOTE_CHANGED', { path })
  const isWhole = old === undefined && heading === undefined
  if (isWhole && expected === undefined)
    throw spaceError('CLI_USAGE', {
      message: `What of ${path} is to be replaced? Nothing was written.`,
      hint: `Name a section, such as ${JSON.stringify(`${note}#Heading`)}, or the passage with --old.`,
    })
  const text = given.trimEnd()
  // A block keeps the mark by which links find it.
  const [block] = /^\^\S+$/.exec(heading ?? '') ?? []
  const kept = block === undefined || old !== undefined || text.endsWith(block) ? text : `${text} ${block}`
  const { whole, ...edited } = isWhole
    ? replaceWhole(bytes, given)
    : old === undefined && block === undefined
      ? replaceSection(bytes, { section: passage, text })
      : replacePassage(bytes, { path, passage, old: old ?? passage.text, text: kept })
  const written = await broker.write({ path, text: whole, expected: sha256(bytes) }, { signal: work.signal })
  // Of the file as it is now, for the next `expected`.
  return { path, ...edited, changed: written.status !== 'unchanged', sha256: written.sha256 }
}
