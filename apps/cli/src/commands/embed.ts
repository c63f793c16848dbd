import type { OutputOf } from '@datacortex/space'
import { shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

/** `datacortex remember TEXT`, `datacortex embed --text T --type TYPE`: stores one text as knowledge. It is on the disk when the id is printed. */
export async function embed(context: Context, given: Given<'remember'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).remember(asked(given))
  return { data, lines: rememberedLines(data) }
}

function rememberedLines(data: OutputOf<'remember'>): readonly string[] {
  if (data.dry_run === true)
    return [`would store  [${data.type}] ${shorten(data.summary, 80)}`, 'dry run      nothing was changed']
  const { id, merged, indexed, similar_to: similar, index_problem: problem } = data
  return [
    merged ? `merged     ${id} says the same already` : `stored     ${id}`,
    ...(similar === undefined ? [] : [`similar    ${similar} says nearly the same`]),
    ...(indexed ? [] : [`not found yet: ${problem ?? 'it is not in the index'}`, 'next       datacortex index']),
  ]
}
