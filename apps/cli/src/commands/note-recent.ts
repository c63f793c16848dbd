import type { InputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { fittedColumns, outputWidth } from '../output/fitted-columns.ts'
import { localTime } from '../output/local-time.ts'

/** `datacortex note recent`: the notes whose files changed last, newest first. */
export async function noteRecent(context: Context, { top, since }: InputOf<'notes.recent'>): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.recent({ top, since })
  const { notes, total } = data
  const rows = notes.map(({ path, title, modified }) => [localTime(modified), path, title])
  return {
    data,
    lines: [
      ...fittedColumns(rows, { width: outputWidth(), flexible: [2], paths: [1] }),
      notes.length < total ? `${notes.length} of ${count(total, 'note')}` : count(total, 'note'),
    ],
  }
}
