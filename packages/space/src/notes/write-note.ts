import { CodedError } from '@datacortex/errors'
import { z } from 'zod'
import { noteWrites } from '../caller/note-writes.ts'
import { splitList } from '../caller/split-list.ts'
import { spaceError } from '../errors.ts'
import { type IndexField, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import { type Asked, operation } from '../operation.ts'
import { dryRun, markdown, name, place, tags } from '../schema.ts'
import { spacePlace } from './space-place.ts'

const input = z.strictObject({
  title: name.describe('Also the name of its file.'),
  text: markdown,
  folder: place.optional().describe('Relative to the root of the space.'),
  tags,
  type: name.optional(),
  index: z.boolean().optional(),
  dry_run: dryRun,
})

export type NoteWritten = IndexField & {
  readonly path: string
  readonly title: string
  readonly dry_run?: true | undefined
  readonly undo?: string | undefined
}

export const writeNote = operation({
  input,
  output: z.looseObject({ path: z.string(), title: z.string(), undo: z.string().optional() }),
  run: async (work, { index = true, dry_run: isDry = false, ...note }): Promise<NoteWritten> => {
    const { title } = note
    const folder = placeOf(work.paths.root, note.folder ?? '')
    const path = `${folder === '' ? '' : `${folder}/`}${fileName(title)}.md`
    const broker = await noteWrites(work, { dryRun: isDry })
    const written = broker.write(
      { path, text: withHead(note, new Date()), expected: 'absent' },
      { signal: work.signal },
    )
    const { status } = await written.catch((error: unknown) => {
      throw CodedError.is(error, 'WRITES_CONFLICT') ? spaceError('CLI_NOTE_TAKEN', { path }, { cause: error }) : error
    })
    if (isDry) return { path, title, dry_run: true }
    const undo = status === 'unchanged' ? undefined : broker.run
    return { path, title, undo, ...indexField(index ? await takeInNotes(work, { undo }) : undefined) }
  },
})

/** Relative to the root, with `/`. */
function placeOf(root: string, folder: string): string {
  const found = spacePlace(root, folder)
  if (found !== undefined) return found
  throw spaceError('CLI_USAGE', {
    message: `--folder ${JSON.stringify(folder)} is no place for notes of this space. Nothing was written.`,
    hint: 'Name a folder relative to the root of the space, such as 0-personal/notes.',
  })
}

/** What no file system and no wiki-link can take is left out, so that `[[title]]` leads to the note. */
function fileName(title: string): string {
  const name = title
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/[\\/:*?"<>|#^[\]]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const cut = firstBytes(name, mostNameBytes)
  if (cut !== '') return cut
  throw spaceError('CLI_USAGE', {
    message: `The title ${JSON.stringify(title)} makes no name of a file.`,
    hint: 'Give one with a letter or a number.',
  })
}

/** File systems allow 255 bytes with the ending. */
const mostNameBytes = 200

function firstBytes(text: string, most: number): string {
  let cut = ''
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > most) break
    cut += character
  }
  return cut.trimEnd()
}

function withHead({ title, text, type, tags: given = [] }: Asked<typeof input>, now: Date): string {
  const names = splitList(given).map((tag) => tag.replace(/^#/, ''))
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(type === undefined ? [] : [`type: ${JSON.stringify(type)}`]),
    ...(names.length === 0 ? [] : [`tags: ${JSON.stringify(names)}`]),
    `created: ${now.toISOString().slice(0, 10)}`,
  ]
  const isHeaded = text.trimStart().startsWith('# ')
  return `---\n${fields.join('\n')}\n---\n\n${isHeaded ? '' : `# ${title}\n\n`}${text}\n`
}
