import type { OutputOf } from '@datacortex/space'
import { shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

type Remembered = Extract<OutputOf<'remember'>, { readonly path: string }>

/** `datacortex remember TEXT`, `datacortex embed --text T --type TYPE`: stores one text as knowledge. It is on the disk when the id is printed. */
export async function embed(context: Context, given: Given<'remember'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).remember(asked(given))
  return { data, lines: rememberedLines(data) }
}

/** Of an agent that has an identity. */
function pointLines({
  id,
  path,
  log,
  created,
  merged,
  contradicts,
  dry_run: isDry,
  findings,
}: Remembered): readonly string[] {
  const what = merged ? 'has it already' : created ? 'a new topic' : 'one key point more'
  return [
    ...(id === null
      ? ['log only   all of it stands in the log alone']
      : [`stored     ${id}`, `topic      ${path}  (${what})`]),
    `log        ${log}`,
    ...contradicts.map((one) => `against    ${one.id} ${shorten(one.text, 80)}  (${one.path})`),
    ...findings.map(({ message }) => `note       ${message}`),
    ...(isDry ? ['dry run    nothing was changed'] : []),
  ]
}

function rememberedLines(data: OutputOf<'remember'>): readonly string[] {
  if (data.path !== undefined) return pointLines(data)
  if (data.dry_run === true)
    return [`would store  [${data.type}] ${shorten(data.summary, 80)}`, 'dry run      nothing was changed']
  const { id, merged, indexed, similar_to: similar, index_problem: problem } = data
  return [
    merged ? `merged     ${id} says the same already` : `stored     ${id}`,
    ...(similar === undefined ? [] : [`similar    ${similar} says nearly the same`]),
    ...(indexed ? [] : [`not found yet: ${problem ?? 'it is not in the index'}`, 'next       datacortex index']),
  ]
}
