import type { OutputOf } from '@datacortex/space'
import { takenInRows, undoRows } from '@datacortex/space/words'
import { columns, count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

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

/** `datacortex note move NOTE TO`: moves or renames a note; links to it and from it lead where they led. */
export async function noteMove(
  context: Context,
  { name: note, to: place, index, dryRun }: NoteMoveOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.notes.move({ note, to: place, index, dry_run: dryRun })
  const { from, to } = data.moved
  return {
    data,
    lines: columns([
      [dryRun ? 'would move' : 'moved', from],
      ['to', to],
      ...data.rewritten.flatMap(({ path, links, changes }) =>
        dryRun
          ? changes.map((link) => ['would write', `${path}:${link.line}  ${link.from} → ${link.to}`])
          : [['rewritten', `${path}  ${count(links, 'link')}`]],
      ),
      ...data.not_rewritten.map((link) => ['left', leftLine(link)]),
      ...takenInRows(data),
      ...(dryRun ? [['dry run', 'nothing was changed']] : undoRows(data.undo)),
    ]),
  }
}

function leftLine({ path, line, target, reason }: OutputOf<'notes.move'>['not_rewritten'][number]): string {
  return [`${path}${line === undefined ? '' : `:${line}`}`, ...(target === undefined ? [] : [target]), reason].join(
    '  ',
  )
}
