import { researchLines } from '@datacortex/space/words'
import { columns, shorten } from '@datacortex/wording'
import { selectionOf } from '../arguments/selection.ts'
import { commandOf } from '../command-of.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { localTime } from '../output/local-time.ts'

export const researchList = commandOf('research.list', (data) => {
  const rows = data.runs.map(({ id, state, createdAt, topic, cost_usd: cost }) => [
    id,
    state,
    localTime(createdAt),
    `$${cost.toFixed(2)}`,
    shorten(topic, 60),
  ])
  return rows.length === 0 ? ['no research runs here yet'] : columns(rows)
})

export async function researchShow(context: Context, { id }: { id: string }): Promise<CommandResult> {
  const data = await (await spaceOf(context)).research.show({ run: id })
  const { topic, state, reason, createdAt, steps, cost_usd: cost, quotations } = data
  return {
    data,
    lines: columns([
      ['topic', topic],
      ['state', reason === undefined ? state : `${state}: ${reason}`],
      ['begun', localTime(createdAt)],
      ['cost', `$${cost.toFixed(3)}`],
      ...steps.map(({ phase, done, ms }) => [phase, `${done} done in ${(ms / 1000).toFixed(1)} s`]),
      ['quotations', `${quotations.verified} of ${quotations.all} stand in what was read`],
      ...(state === 'interrupted' || state === 'failed' ? [['next', `datacortex research resume ${id}`]] : []),
    ]),
    exitCode: data.ok ? 0 : 1,
  }
}

export async function researchResume(
  context: Context,
  { id, index, select }: { id: string; index: boolean; select?: readonly string[] | undefined },
): Promise<CommandResult> {
  const selection = selectionOf(select)
  const data = await (await spaceOf(context)).research.resume({ run: id, select: selection, index })
  return { data, lines: researchLines(data) }
}
