import { CodedError } from '@datacortex/errors'
import { foldedName } from '@datacortex/platform'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import { indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { dryRun, indexed, markdown, name, place, tags } from '../schema.ts'
import type { Work } from '../work.ts'
import { headedText } from './headed-text.ts'
import { folderOf } from './space-place.ts'

const input = z.strictObject({
  title: name.describe('Also the name of its file.'),
  text: markdown.describe('Markdown; front matter of its own is kept, and what it lacks is added.'),
  folder: place.optional().describe('Relative to the root of the space.'),
  tags: tags.describe('Of the note.'),
  type: name.optional().describe('Such as zettel; note if left out.'),
  index: indexed,
  dry_run: dryRun,
})

export const writeNote = operation({
  input,
  output: z.looseObject({ path: z.string(), title: z.string(), undo: z.string().optional() }),
  run: async (work, { index = true, dry_run: isDry = false, ...note }) => {
    const folder = folderOf(work.paths.root, note.folder)
    const path = `${folder === undefined ? '' : `${folder}/`}${fileName(note.title)}.md`
    const { text, title } = await headedText(note, new Date())
    const broker = await noteWrites(work, { dryRun: isDry })
    const same = await namedSo(work, title)
    const written = broker.write({ path, text, expected: 'absent' }, { signal: work.signal })
    const { status } = await written.catch((error: unknown) => {
      throw CodedError.is(error, 'WRITES_CONFLICT') ? spaceError('CLI_NOTE_TAKEN', { path }, { cause: error }) : error
    })
    const undo = isDry || status === 'unchanged' ? undefined : broker.run
    const taken = index && !isDry ? await takeInNotes(work, { undo }) : undefined
    return {
      path,
      title,
      /** Other notes that have this name, title or alias. */
      ...(same.length === 0 ? {} : { same_title: same }),
      undo,
      ...(isDry ? { dry_run: true as const } : {}),
      ...indexField(taken),
    }
  },
})

/** What no file system and no wiki-link can take is left out, so that `[[title]]` leads to the note. */
function fileName(title: string): string {
  const name = title
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\\/:*?"<>|#^[\]]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  // File systems allow 255 bytes with the ending; what was cut within a letter is no letter.
  const cut = Buffer.from(name)
    .subarray(0, 200)
    .toString()
    .replace(/\uFFFD+$/, '')
    .trimEnd()
  if (cut !== '') return cut
  throw spaceError('CLI_USAGE', {
    message: `The title ${JSON.stringify(title)} makes no name of a file.`,
    hint: 'Give one with a letter or a number.',
  })
}

/** Notes that a link with this title could mean as well. */
async function namedSo(work: Work, title: string): Promise<readonly string[]> {
  const [{ graph }, { noteName }] = await Promise.all([openNoteStore(work), import('@datacortex/notes')])
  const wanted = foldedName(title)
  return [...graph.notes]
    .filter(([path, note]) => [noteName(path), note.title, ...note.aliases].some((one) => foldedName(one) === wanted))
    .map(([path]) => path)
    .toSorted()
}
