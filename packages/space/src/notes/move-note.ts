import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { LeftLink, RelinkedLink } from '@datacortex/notes'
import { type SpacePaths, foldedName, isFolder } from '@datacortex/platform'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { noteWrites, writeAllOrNone } from '../caller/note-writes.ts'
import { spaceError } from '../errors.ts'
import type { Written } from '../indexing/take-in-notes.ts'
import { type Asked, operation } from '../operation.ts'
import { openNoteStore } from '../parts/note-store.ts'
import { dryRun, indexed, name, place as placeName } from '../schema.ts'
import type { Work } from '../work.ts'
import { inWriting } from './in-writing.ts'
import { spacePlace } from './space-place.ts'

const input = z.strictObject({
  note: name.describe('Path, title or alias.'),
  to: placeName.describe(
    'Path of the new file, or a folder with a slash at its end; relative to the root of the space.',
  ),
  index: indexed,
  dry_run: dryRun,
})

export type MovedNote = Written & {
  readonly moved: { readonly from: string; readonly to: string }
  readonly rewritten: readonly {
    readonly path: string
    readonly links: number
    readonly changes: readonly RelinkedLink[]
  }[]
  readonly not_rewritten: readonly LeftLink[]
}

export const moveNote = operation({
  input,
  output: z.looseObject({
    moved: z.looseObject({ from: z.string(), to: z.string() }),
    rewritten: z.array(z.looseObject({ path: z.string(), links: z.number() })),
    not_rewritten: z.array(z.looseObject({ path: z.string(), reason: z.string() })),
    undo: z.string().optional(),
  }),
  run: async (work, asked): Promise<MovedNote> =>
    await inWriting(work, { ...asked, mostGone: 1 }, async () => await moveOnce(work, asked)),
})

async function moveOnce(work: Work, { note: name, to: given, dry_run: dryRun }: Asked<typeof input>) {
  const { paths, signal } = work
  const [store, access, broker, { planNoteMove }] = await Promise.all([
    openNoteStore(work),
    callerAccess(work),
    noteWrites(work, { dryRun, canvases: true }),
    import('@datacortex/notes'),
  ])
  const { path: from } = store.find(name)
  const to = await placeFor(given, { from, paths, whyHidden: access?.path })
  const taken = (error: unknown): never => {
    throw isTaken(error, to) ? spaceError('CLI_NOTE_TAKEN', { path: to, hint: takenHint }, { cause: error }) : error
  }
  // Refused before all notes that lead to it are read.
  await broker.plan({ path: to, text: '', expected: 'absent' }, { signal }).catch(taken)
  const plan = await planNoteMove(store, { paths, from, to, whyHidden: access?.path, signal })
  const requests = [
    { path: to, text: plan.note.bytes, expected: 'absent', movedFrom: { path: from, sha256: plan.note.sha256 } },
    ...plan.others.map(({ path, bytes, sha256 }) => ({ path, text: bytes, expected: sha256 })),
  ]
  await writeAllOrNone(broker, { requests, work }).catch(taken)
  const rewritten = [plan.note, ...plan.others].filter(({ links }) => links.length > 0)
  return {
    moved: { from, to },
    rewritten: rewritten.map(({ path, links }) => ({ path, links: links.length, changes: links })),
    not_rewritten: plan.left,
    run: broker.run,
  }
}

const takenHint = 'Choose another name or folder: a file that is there is never replaced.'

function isTaken(error: unknown, path: string): boolean {
  return CodedError.is(error, 'WRITES_CONFLICT') && error.details['path'] === path
}

type PlaceOptions = {
  readonly from: string
  readonly paths: SpacePaths
  readonly whyHidden: ((path: string) => string | undefined) | undefined
}

async function placeFor(given: string, { from, paths, whyHidden }: PlaceOptions): Promise<string> {
  const refuse = (message: string, hint: string): never => {
    throw spaceError('CLI_USAGE', { message: `${message} Nothing was written.`, hint })
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
  // Whether there is a folder is not said where nothing may be shown.
  const leadsIntoFolder =
    place === '' ||
    given.trim().endsWith('/') ||
    whyHidden?.(inFolder) !== undefined ||
    (await isFolder(join(paths.root, place)))
  const to = leadsIntoFolder ? inFolder : withEnding(place, from)
  if (kindOf(from) !== kindOf(to))
    refuse(`${from} stays what it is: a move makes no ${kindOf(to)} of ${kindOf(from)}.`, 'Leave the ending out.')
  const newName = to.slice(to.lastIndexOf('/') + 1)
  if (newName !== name && /[#|^[\]]/.test(newName))
    refuse(`No [[link]] can lead to a note called ${JSON.stringify(newName)}.`, 'Leave out # | ^ [ and ].')
  if (to === from) throw spaceError('CLI_NOTE_TAKEN', { path: to, hint: takenHint })
  if (foldedName(to) === foldedName(from))
    refuse(
      `${to} is the same file as ${from} on some disks.`,
      'Move it in two steps, by way of another name, to change the case of its letters.',
    )
  return to
}

function withEnding(place: string, from: string): string {
  return /\.(?:md|markdown|org|canvas|base)$/i.test(place) ? place : `${place}${/\.[^.]+$/.exec(from)?.[0] ?? '.md'}`
}

function kindOf(path: string): string {
  return /\.org$/i.test(path) ? 'org' : (/\.(canvas|base)$/i.exec(path)?.[1]?.toLowerCase() ?? 'Markdown')
}
