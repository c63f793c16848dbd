import type { Finding } from '@datacortex/errors'
import { type MonthlyCosts, costsOf, executionsEverywhere, readLog } from '@datacortex/execution'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { mayKnowOf } from '../caller/own-work.ts'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { sinceTime } from './since-time.ts'

type Costs = {
  readonly costs: readonly MonthlyCosts[]
  readonly costs_everywhere?: readonly MonthlyCosts[]
  readonly other_machines?: number
  readonly findings: readonly Finding[]
}

const costRows = z.array(z.looseObject({ month: z.string(), source: z.string(), cost_usd: z.number() }))

export const logCosts = operation({
  input: z.strictObject({
    since: name.optional().describe('2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m before now.'),
  }),
  output: z.looseObject({
    costs: costRows.describe('Of this machine.'),
    costs_everywhere: costRows.optional().describe('Of this machine and the others of the user that pushed theirs.'),
    other_machines: z.number().optional(),
  }),
  run: async (work, { since }): Promise<Costs> => {
    const access = await callerAccess(work)
    const from = since === undefined ? undefined : sinceTime(since, { now: Date.now() })
    const { executions, findings } = await readLog(work.paths, {
      since: from,
      shows: (one) => mayKnowOf(work.caller, one.client ?? one.called_by) && access?.execution(one) === undefined,
      signal: work.signal,
    })
    const costs = costsOf(executions)
    // For whom runs were is not pushed: they are shown to nobody who may see only some.
    if (access !== undefined || !mayKnowOf(work.caller, 'client of another machine')) return { costs, findings }
    const all = await executionsEverywhere(work.paths, work.signal)
    if (all === undefined) return { costs, findings }
    const wanted = all.executions.filter(
      ({ timestamp }) => from === undefined || Date.parse(timestamp) >= from.getTime(),
    )
    return { costs, costs_everywhere: costsOf(wanted), other_machines: all.others, findings }
  },
})
