import type { SpacePaths, WritesBroker } from '@datacortex/platform'
import { sha256 } from '@datacortex/platform'
import { noteText } from '../arguments/note-text.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { inTurn } from '../knowledge/in-turn.ts'
import { noteToChange } from '../knowledge/note-to-change.ts'
import { noteWrites } from '../knowledge/note-writes.ts'
import { columns } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'

/** Arguments of `note append`. */
export type NoteAppendOptions = {
  /** Path, title, alias or link of a note, with a heading if a section is meant. */
  readonly name: string
  /** Markdown; `-` for stdin. */
  readonly text: string
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex note append NOTE --text TEXT`: adds a paragraph to the end of a note or of one of its sections; every other
 * byte stays. `undo` takes it back. In the run of an agent it is bounded by the `writes` of that agent's entry.
 *
 * @param context - Of the command.
 * @param options - Which note, what text.
 * @throws UsageError for a blank text or a canvas; NoteUnknownError, NoteAmbiguousError, HeadingUnknownError;
 *   WritesConflictError if an editor saves the note again and again; WritesRefusedError.
 */
export async function noteAppend(context: Context, options: NoteAppendOptions): Promise<CommandResult> {
  const { name, dryRun = false } = options
  const { signal } = context
  const paths = await spaceOf(context)
  const text = await noteText(paths, options.text)
  const broker = await noteWrites(paths, { dryRun })
  const add = async (): Promise<Added> => await addOnce(paths, { context, broker, name, text })
  const { path, line } = dryRun ? await add() : await inTurn(paths, add, { signal })
  const undo = dryRun ? undefined : broker.run
  const taken = dryRun || !options.index ? undefined : await takeInNotes(paths, context, { undo })
  return {
    data: { path, line, ...(dryRun ? { dry_run: true } : undoField(undo)), ...takenInField(taken) },
    lines: columns([
      [dryRun ? 'would add' : 'added', `${path}:${line}`],
      ...takenInRows(taken),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(undo)),
    ]),
  }
}

type Added = { readonly path: string; readonly line: number }

type AddOptions = {
  readonly context: Context
  readonly broker: WritesBroker
  readonly name: string
  readonly text: string
}

async function addOnce(paths: SpacePaths, { context, broker, name, text }: AddOptions): Promise<Added> {
  const { path, bytes, passage } = await noteToChange(paths, { context, name })
  const after = withParagraph(bytes.toString('latin1'), { text, line: passage.end })
  const request = { path, text: Buffer.from(after, 'latin1'), expected: sha256(bytes) }
  await broker.write(request, { signal: context.signal })
  return { path, line: passage.end + 2 }
}

/** Bytes are kept as they are, whatever their code page: `latin1` gives each one a character. */
function withParagraph(bytes: string, { text, line }: { readonly text: string; readonly line: number }): string {
  const blank = bytes.includes('\r\n') ? '\r' : ''
  const lines = bytes.split('\n')
  const [head, rest] = [lines.slice(0, line), lines.slice(line)]
  // The last line of a file may have no end.
  if (rest.length === 0 && blank !== '') head.push(`${head.pop() ?? ''}${blank}`)
  const added = Buffer.from(text, 'utf8').toString('latin1').split(/\r?\n/)
  const before = head.at(-1)?.trim() === '' ? [] : [blank]
  const after = rest.every((one) => one === '') ? [''] : rest[0]?.trim() === '' ? rest : [blank, ...rest]
  return [...head, ...before, ...added.map((one) => one + blank), ...after].join('\n')
}
