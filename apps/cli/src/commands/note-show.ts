import { CodedError } from '@datacortex/errors'
import type { NotePassage } from '@datacortex/memory'
import { shellWord } from '@datacortex/platform'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { HeadingUnknownError } from '../errors.ts'
import type { OpenShelf } from '../open/note-shelf.ts'
import { openNoteShelf } from '../open/note-shelf.ts'
import { count } from '../output/format.ts'

/** Arguments of `note show`. */
export type NoteShowOptions = {
  /** Paths, titles, aliases or links. */
  readonly names: readonly string[]
  /** First line, from 1. */
  readonly from?: number | undefined
  /** Most lines of each. */
  readonly lines?: number | undefined
}

/**
 * `datacortex note show NOTE...`: texts of notes, their fields, and what they are linked with. The files themselves are
 * read, so it needs no index and is never out of date.
 *
 * @param context - Of the command.
 * @param options - Names, lines.
 * @returns Exit status 1 if some of several are missing; `missing` says why.
 * @throws {@link NoteUnknownError}, {@link NoteAmbiguousError}, {@link HeadingUnknownError}, NoteUnreadableError if the
 *   only one is missing.
 */
export async function noteShow(context: Context, options: NoteShowOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const shelf = await openNoteShelf(paths, context)
  const notes: ShownNote[] = []
  const missing: MissingNote[] = []
  for (const name of options.names) {
    context.signal.throwIfAborted()
    try {
      notes.push(await shownNote(name, { shelf, options }))
    } catch (error) {
      if (!CodedError.is(error) || options.names.length === 1) throw error
      const { code, message, hint } = error
      missing.push({ note: name, code, message, hint })
    }
  }
  return {
    data: { notes, missing },
    lines: [
      ...notes.flatMap((note, place) => [...(place === 0 ? [] : ['']), ...noteLines(note)]),
      ...missing.flatMap(({ message, hint }) => [`missing    ${message}`, `hint       ${hint}`]),
    ],
    exitCode: missing.length > 0 ? 1 : 0,
  }
}

type MissingNote = { readonly note: string } & Pick<CodedError, 'code' | 'message' | 'hint'>

type ShownNote = NotePassage & {
  readonly path: string
  readonly title: string
  readonly type: string
  readonly space: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
  /** UTC, ISO 8601. */
  readonly modified: string
  /** Paths of notes. */
  readonly links: readonly string[]
  readonly backlinks: readonly string[]
}

async function shownNote(
  name: string,
  { shelf, options }: { readonly shelf: OpenShelf; readonly options: NoteShowOptions },
): Promise<ShownNote> {
  const { readPassage } = await import('@datacortex/memory')
  const { path, heading } = shelf.find(name)
  const { graph, files } = shelf
  const note = graph.notes.get(path)
  const file = files.get(path)
  if (note === undefined || file === undefined) throw new Error(`${path} is on the shelf and has no file.`)
  const passage = await readPassage(file, { heading, from: options.from, most: options.lines })
  if (passage === undefined) throw new HeadingUnknownError({ path, heading: heading ?? '' })
  const { title, type, space, tags, aliases, date } = note
  return {
    path,
    title,
    type,
    space,
    tags,
    aliases,
    date,
    modified: new Date(file.mtimeMs).toISOString(),
    links: graph.linksFrom(path),
    backlinks: graph.linksTo(path),
    ...passage,
  }
}

function noteLines({
  path,
  title,
  type,
  tags,
  text,
  start,
  end,
  lines,
  links,
  backlinks,
}: ShownNote): readonly string[] {
  const isPart = start > 1 || end < lines
  const part = end < start ? 'no line of it' : `lines ${start}–${end} of ${lines}`
  const facts = [title, type, ...tags.map((tag) => `#${tag}`), ...(isPart ? [part] : [])]
  const around = [
    ...(links.length > 0 ? [count(links.length, 'link')] : []),
    ...(backlinks.length > 0 ? [count(backlinks.length, 'backlink')] : []),
  ]
  return [
    path,
    facts.join('  '),
    '',
    ...text.split('\n'),
    ...(around.length > 0 ? ['', `${around.join(', ')}: datacortex note links ${shellWord(path)}`] : []),
  ]
}
