import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'

/** `datacortex note links NOTE`: where a note leads, which notes lead to it, and its links that lead nowhere. */
export async function noteLinks(context: Context, { name: note }: { readonly name: string }): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.links({ note })
  const { path, links, backlinks, unresolved } = data
  const rows = [
    ...links.map((one) => ['to', one.path, one.title]),
    ...backlinks.map((one) => ['from', one.path, one.title]),
    ...unresolved.map(({ target, line }) => ['nowhere', target, `line ${line}`]),
  ]
  const counts = [count(links.length, 'link'), count(backlinks.length, 'backlink')]
  return {
    data,
    lines: [
      path,
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
      [...counts, ...(unresolved.length > 0 ? [`${unresolved.length} to no note`] : [])].join(', '),
    ],
  }
}
