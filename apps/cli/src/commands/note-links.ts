import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openNoteShelf } from '../open/note-shelf.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { count } from '../output/format.ts'

/**
 * `datacortex note links NOTE`: where a note leads, which notes lead to it, and its links that lead nowhere.
 *
 * @param context - Of the command.
 * @param options - `name`: path, title, alias or link.
 * @throws {@link NoteUnknownError}, {@link NoteAmbiguousError}
 */
export async function noteLinks(context: Context, { name }: { readonly name: string }): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { graph, find } = await openNoteShelf(paths, context)
  const { path } = find(name)
  const named = (one: string): { readonly path: string; readonly title: string } => ({
    path: one,
    title: graph.notes.get(one)?.title ?? '',
  })
  const links = graph.linksFrom(path).map(named)
  const backlinks = graph.linksTo(path).toSorted().map(named)
  const unresolved = graph.unresolved(path).map(({ target, line }) => ({ target, line }))
  const rows = [
    ...links.map((one) => ['to', one.path, one.title]),
    ...backlinks.map((one) => ['from', one.path, one.title]),
    ...unresolved.map(({ target, line }) => ['nowhere', target, `line ${line}`]),
  ]
  const counts = [count(links.length, 'link'), count(backlinks.length, 'backlink')]
  return {
    data: { path, title: named(path).title, links, backlinks, unresolved },
    lines: [
      path,
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
      [...counts, ...(unresolved.length > 0 ? [`${unresolved.length} to no note`] : [])].join(', '),
    ],
  }
}
