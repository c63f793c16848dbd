import { researchLines } from '@datacortex/space/words'
import { columns, shorten } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { selectionOf } from '../arguments/selection.ts'
import { commandOf } from '../command-of.ts'
import { factLines } from '../output/lines.ts'
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

export const researchShow = commandOf('research.show', (data) => {
  const { id, topic, state, reason, createdAt, steps, cost_usd: cost, quotations, ok } = data
  const isOpen = state === 'interrupted' || state === 'failed'
  const lines = factLines([
    ['topic', topic],
    ['state', reason === undefined ? state : `${state}: ${reason}`],
    ['begun', localTime(createdAt)],
    ['cost', `$${cost.toFixed(3)}`],
    ...steps.map(({ phase, done, ms }) => [phase, `${done} done in ${(ms / 1000).toFixed(1)} s`] as const),
    ['quotations', `${quotations.verified} of ${quotations.all} stand in what was read`],
    ['next', isOpen ? `datacortex research resume ${id}` : undefined],
  ])
  return { lines, exitCode: ok ? 0 : 1 }
})

export const researchResume = commandOf('research.resume', researchLines, {
  ask: ({ select, ...given }: Omit<Given<'research.resume'>, 'select'> & { readonly select?: readonly string[] }) =>
    asked<'research.resume'>({ ...given, select: selectionOf(select) }),
})
