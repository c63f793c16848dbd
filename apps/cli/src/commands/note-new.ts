import { CodedError } from '@datacortex/errors'
import type { WritesBroker } from '@datacortex/platform'
import { noteText } from '../arguments/note-text.ts'
import { spacePlace } from '../arguments/space-place.ts'
import { splitList } from '../arguments/split-list.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { NoteTakenError, UsageError } from '../errors.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { noteWrites } from '../knowledge/note-writes.ts'
import { columns } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'

/** Arguments of `note new`. */
export type NoteNewOptions = {
  readonly title: string
  /** Markdown; `-` for stdin. */
  readonly text: string
  /** Relative to the root; the root itself if absent. */
  readonly folder?: string | undefined
  /** Each with commas between tags. */
  readonly tags?: readonly string[] | undefined
  readonly type?: string | undefined
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex note new TITLE --text TEXT`: writes a note of its own, which `search` finds and `undo` takes back. A note that
 * is there already is never changed. In the run of an agent it is bounded by the `writes` of that agent's entry.
 *
 * @param context - Of the command.
 * @param options - Title, text, place, tags.
 * @throws {@link UsageError} for a title that makes no name of a file and a text of nothing; {@link NoteTakenError}; WritesRefusedError where nobody or this agent may write.
 */
export async function noteNew(context: Context, options: NoteNewOptions): Promise<CommandResult> {
  const { title, folder, dryRun = false } = options
  const paths = await spaceOf(context)
  const text = await noteText(paths, options.text)
  const place = placeOf(paths.root, folder ?? '')
  const path = `${place === '' ? '' : `${place}/`}${fileName(title)}.md`
  const broker = await noteWrites(paths, { dryRun })
  const file = withHead({ ...options, title: title.trim(), text, now: new Date() })
  const status = await writeNew(broker, { path, text: file, signal: context.signal })
  const undo = dryRun || status === 'unchanged' ? undefined : broker.run
  const taken = dryRun || !options.index ? undefined : await takeInNotes(paths, context, { undo })
  return {
    data: { path, title: title.trim(), ...(dryRun ? { dry_run: true } : undoField(undo)), ...takenInField(taken) },
    lines: columns([
      [dryRun ? 'would write' : 'written', path],
      ...takenInRows(taken),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(undo)),
    ]),
  }
}

async function writeNew(
  broker: WritesBroker,
  { path, text, signal }: { readonly path: string; readonly text: string; readonly signal: AbortSignal },
): Promise<'created' | 'changed' | 'unchanged'> {
  try {
    return (await broker.write({ path, text, expected: 'absent' }, { signal })).status
  } catch (error) {
    throw CodedError.is(error, 'WRITES_CONFLICT') ? new NoteTakenError({ path, cause: error }) : error
  }
}

/** Relative to the root, with `/`. */
function placeOf(root: string, folder: string): string {
  const place = spacePlace(root, folder)
  if (place !== undefined) return place
  throw new UsageError({
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
  throw new UsageError({
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

function withHead({
  title,
  text,
  type,
  tags = [],
  now,
}: Pick<NoteNewOptions, 'title' | 'text' | 'type' | 'tags'> & { readonly now: Date }): string {
  const names = splitList(tags).map((tag) => tag.replace(/^#/, ''))
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(type === undefined ? [] : [`type: ${JSON.stringify(type)}`]),
    ...(names.length === 0 ? [] : [`tags: ${JSON.stringify(names)}`]),
    `created: ${now.toISOString().slice(0, 10)}`,
  ]
  const isHeaded = text.trimStart().startsWith('# ')
  return `---\n${fields.join('\n')}\n---\n\n${isHeaded ? '' : `# ${title}\n\n`}${text}\n`
}
