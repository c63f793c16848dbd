import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { NoteMovePlan } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { foldedName } from '@datacortex/platform'
import { spacePlace } from '../arguments/space-place.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { NoteTakenError, UsageError } from '../errors.ts'
import { takeInNotes } from '../indexing/take-in-notes.ts'
import { callerScreen } from '../knowledge/caller-screen.ts'
import { inTurn } from '../knowledge/in-turn.ts'
import { noteWrites } from '../knowledge/note-writes.ts'
import { openNoteShelf } from '../open/note-shelf.ts'
import { columns, count } from '../output/format.ts'
import { takenInField, takenInRows } from '../output/taken-in-rows.ts'
import { undoField, undoRows } from '../output/undo-rows.ts'

/** Arguments of `note move`. */
export type NoteMoveOptions = {
  /** Path, title or alias of the note. */
  readonly name: string
  /** Path of the new file, or a folder. */
  readonly to: string
  /** Whether the index follows afterwards. */
  readonly index: boolean
  readonly dryRun?: true | undefined
}

/**
 * `datacortex note move NOTE TO`: moves or renames a note, and writes links that would lead elsewhere or nowhere anew, each
 * in its own way. All of it or nothing is written; `undo` takes it back. In the run of an agent each file is bounded by
 * the `writes` of that agent's entry.
 *
 * @param context - Of the command.
 * @param options - Which note, where to.
 * @throws {@link UsageError} for a place that is none; {@link NoteTakenError}; NoteUnknownError, NoteAmbiguousError;
 *   WritesConflictError if an editor saves one of the notes again and again; WritesRefusedError.
 */
export async function noteMove(context: Context, options: NoteMoveOptions): Promise<CommandResult> {
  const { dryRun = false } = options
  const paths = await spaceOf(context)
  const move = async (): Promise<Moved> => await moveOnce(paths, { ...options, context })
  const moved = dryRun ? await move() : await inTurn(paths, move, { signal: context.signal })
  const undo = dryRun ? undefined : moved.run
  const taken = dryRun || !options.index ? undefined : await takeInNotes(paths, context, { mostGone: 1, undo })
  const { from, to, plan } = moved
  const rewritten = [plan.note, ...plan.others].filter(({ links }) => links.length > 0)
  return {
    data: {
      moved: { from, to },
      rewritten: rewritten.map(({ path, links }) => ({ path, links: links.length, changes: links })),
      not_rewritten: plan.left,
      ...(dryRun ? { dry_run: true } : undoField(undo)),
      ...takenInField(taken),
    },
    lines: columns([
      [dryRun ? 'would move' : 'moved', from],
      ['to', to],
      ...rewritten.flatMap(({ path, links }) =>
        dryRun
          ? links.map((link) => ['would write', `${path}:${link.line}  ${link.from} → ${link.to}`])
          : [['rewritten', `${path}  ${count(links.length, 'link')}`]],
      ),
      ...plan.left.map((link) => ['left', leftLine(link)]),
      ...takenInRows(taken),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(undo)),
    ]),
  }
}

type Moved = { readonly from: string; readonly to: string; readonly run: string; readonly plan: NoteMovePlan }

type MoveOnceOptions = NoteMoveOptions & { readonly context: Context }

async function moveOnce(paths: SpacePaths, { context, name, to: given, dryRun }: MoveOnceOptions): Promise<Moved> {
  const { signal } = context
  const [shelf, screen, broker, { planNoteMove }] = await Promise.all([
    openNoteShelf(paths, context),
    callerScreen(paths),
    noteWrites(paths, { dryRun, canvases: true }),
    import('@datacortex/memory'),
  ])
  const { path: from } = shelf.find(name)
  const to = await placeFor(given, { from, paths, closed: screen?.path })
  const takenBy = async <Result>(writing: Promise<Result>): Promise<Result> => {
    try {
      return await writing
    } catch (error) {
      throw isTaken(error, to) ? new NoteTakenError({ path: to, hint: takenHint, cause: error }) : error
    }
  }
  // Refused before all notes that lead to it are read.
  await takenBy(broker.plan({ path: to, text: '', expected: 'absent' }, { signal }))
  const plan = await planNoteMove(shelf, { paths, from, to, closed: screen?.path, signal })
  const requests = [
    { path: to, text: plan.note.bytes, expected: 'absent', movedFrom: { path: from, sha256: plan.note.sha256 } },
    ...plan.others.map(({ path, bytes, sha256 }) => ({ path, text: bytes, expected: sha256 })),
  ]
  try {
    await takenBy(broker.writeAll(requests, { signal }))
  } catch (error) {
    // The disk is full, or somebody saved the note in the last moment: half a move is none.
    if (broker.written() > 0) await (await import('@datacortex/platform')).undoWrites(broker.run, { root: paths.root })
    throw error
  }
  return { from, to, run: broker.run, plan }
}

const takenHint = 'Choose another name or folder: a file that is there is never replaced.'

function isTaken(error: unknown, path: string): boolean {
  return CodedError.is(error, 'WRITES_CONFLICT') && error.details['path'] === path
}

type PlaceOptions = {
  readonly from: string
  readonly paths: SpacePaths
  readonly closed: ((path: string) => string | undefined) | undefined
}

/** The path of the new file. */
async function placeFor(given: string, { from, paths, closed }: PlaceOptions): Promise<string> {
  const refuse = (message: string, hint: string): never => {
    throw new UsageError({ message: `${message} Nothing was written.`, hint })
  }
  // Such as a variable of the shell that is not set.
  if (given.trim() === '')
    refuse('Where the note shall go is empty.', 'Name a file or folder; `.` is the root of the space.')
  const place =
    spacePlace(paths.root, given.trim()) ??
    refuse(
      `${JSON.stringify(given)} is no place for notes of this space.`,
      'Name a file or folder relative to the root of the space, such as 0-personal/notes/.',
    )
  const name = from.slice(from.lastIndexOf('/') + 1)
  const inFolder = place === '' ? name : `${place}/${name}`
  // Whether there is a folder is not told where nothing may be shown.
  const isFolder =
    place === '' ||
    given.trim().endsWith('/') ||
    closed?.(inFolder) !== undefined ||
    (await isThere(join(paths.root, place)))
  const to = isFolder ? inFolder : withEnding(place, from)
  if (kindOf(from) !== kindOf(to))
    refuse(`${from} stays what it is: a move makes no ${kindOf(to)} of ${kindOf(from)}.`, 'Leave the ending out.')
  const newName = to.slice(to.lastIndexOf('/') + 1)
  if (newName !== name && /[#|^[\]]/.test(newName))
    refuse(`No [[link]] can lead to a note called ${JSON.stringify(newName)}.`, 'Leave out # | ^ [ and ].')
  if (to === from) throw new NoteTakenError({ path: to, hint: takenHint })
  if (foldedName(to) === foldedName(from))
    refuse(
      `${to} is the same file as ${from} on some disks.`,
      'Move it in two steps, by way of another name, to change the case of its letters.',
    )
  return to
}

async function isThere(folder: string): Promise<boolean> {
  return await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function withEnding(place: string, from: string): string {
  return /\.(?:md|markdown|org|canvas)$/i.test(place) ? place : `${place}${/\.[^.]+$/.exec(from)?.[0] ?? '.md'}`
}

function kindOf(path: string): string {
  return /\.org$/i.test(path) ? 'org' : /\.canvas$/i.test(path) ? 'canvas' : 'Markdown'
}

function leftLine({ path, line, target, reason }: NoteMovePlan['left'][number]): string {
  return [`${path}${line === undefined ? '' : `:${line}`}`, ...(target === undefined ? [] : [target]), reason].join(
    '  ',
  )
}
