import type { OutlineHeading } from '@datacortex/notes/rendered'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { type OpenNoteStore, openNoteStore } from '../parts/note-store.ts'
import { name } from '../schema.ts'
import type { Backlink, LinkedNote } from './linked-note.ts'

export type RenderedNote = LinkedNote & {
  readonly type: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly date?: string | undefined
  readonly modified: string
  /** Runs nothing, loads nothing, has no styles. */
  readonly html: string
  readonly start: number
  readonly end: number
  /** Of the whole file. */
  readonly lines: number
  /** Where the next part begins; absent in the last one. */
  readonly next?: number | undefined
  /** The line of the heading that was asked for. */
  readonly at?: number | undefined
  /** Of the whole note, and who links to it; only with its first part. */
  readonly outline?: readonly OutlineHeading[] | undefined
  readonly backlinks?: readonly Backlink[] | undefined
  readonly more_backlinks?: number | undefined
}

export const renderNote = operation({
  input: z.strictObject({
    note: name.describe('Path, title or alias; "Title#Heading" for the part with a heading.'),
    from: z.number().int().min(1).optional().describe('The line with which the part begins.'),
    lines: z.number().int().min(1).max(2000).optional().describe('About how many lines; 400 if left out.'),
  }),
  output: z.looseObject({ path: z.string(), title: z.string(), html: z.string(), lines: z.number() }),
  run: async (work, { note: wanted, from, lines: most = 400 }): Promise<RenderedNote> => {
    const [
      { LinkResolver, isNoteFile, otherFiles, readNoteRules, readPassage },
      { fileLinks, notePart, outlineOf, renderMarkdown },
      store,
    ] = await Promise.all([import('@datacortex/notes'), import('@datacortex/notes/rendered'), openNoteStore(work)])
    const { path, heading } = store.find(wanted)
    const [note, file] = [store.graph.notes.get(path), store.files.get(path)]
    if (note === undefined || file === undefined) throw new Error(`${path} is in the store and has no file.`)
    const whole = await readPassage(file)
    const section = heading === undefined ? undefined : await readPassage(file, { heading })
    if (whole === undefined || (heading !== undefined && section === undefined))
      throw spaceError('CLI_HEADING_UNKNOWN', { path, heading: heading ?? '' })
    const at = section?.start
    const { text, start, end, next, callout } = notePart(whole.text, {
      from: from ?? (at === undefined ? 1 : partBefore(at, most)),
      most,
    })
    // Made for the first link: it looks at the names of all notes.
    let resolver: InstanceType<typeof LinkResolver> | undefined
    const noteOf: Parameters<typeof renderMarkdown>[1]['noteOf'] = (link) => {
      resolver ??= LinkResolver.of(
        Array.from(store.graph.notes, ([one, { aliases, links }]) => ({ path: one, aliases, links })),
      )
      return resolver.resolve(path, link)
    }
    // Only then are the names of all files looked at.
    const hasFiles = fileLinks(text).length > 0
    const [others, rules] = hasFiles ? await Promise.all([otherFiles(work.paths, work), readNoteRules(work.paths)]) : []
    const fileOf: typeof noteOf = (link) => {
      const found = others?.resolve(path, link)
      return found === undefined || isNoteFile(found) || rules?.leavesOut(found) === true ? undefined : found
    }
    const { title, type, tags, aliases, date } = note
    const modified = new Date(file.mtimeMs).toISOString()
    const shown = { path, title, type, tags, aliases, date, modified, start, end, lines: whole.lines, next, at }
    const html = renderMarkdown(text, { path, firstLine: start, callout, noteOf, fileOf })
    if (from !== undefined) return { ...shown, html }
    const linking = store.graph.linksTo(path).toSorted()
    return {
      ...shown,
      html,
      outline: outlineOf(whole.text),
      backlinks: await Promise.all(
        linking.slice(0, mostBacklinks).map(async (one) => await backlink(one, { path, store })),
      ),
      more_backlinks: Math.max(0, linking.length - mostBacklinks),
    }
  },
})

const mostBacklinks = 50

/** Parts of a note that is read from its beginning, so that a heading stands in one of them. */
function partBefore(line: number, most: number): number {
  return line <= most ? 1 : line
}

async function backlink(
  from: string,
  { path, store: { graph, files } }: { readonly path: string; readonly store: OpenNoteStore },
): Promise<Backlink> {
  const { readPassage } = await import('@datacortex/notes')
  const { title = from, links = [] } = graph.notes.get(from) ?? {}
  const line = links.find(({ to }) => to === path)?.line ?? 1
  const file = files.get(from)
  const passage = file === undefined ? undefined : await readPassage(file, { from: line, most: 1 })
  return { path: from, title, line, sentence: (passage?.text ?? '').trim().slice(0, mostOfSentence) }
}

const mostOfSentence = 300
