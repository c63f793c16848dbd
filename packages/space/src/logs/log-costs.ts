import type { Finding } from '@datacortex/errors'
import { type MonthlyCosts, costsOf, readLog } from '@datacortex/execution'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { mayKnowOf } from '../caller/own-work.ts'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { sinceTime } from './since-time.ts'

export const logCosts = operation({
  input: z.strictObject({
    since: name.optional().describe('2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m before now.'),
  }),
  output: z.looseObject({
    costs: z.array(z.looseObject({ month: z.string(), source: z.string(), cost_usd: z.number() })),
  }),
  run: async (
    work,
    { since },
  ): Promise<{ readonly costs: readonly MonthlyCosts[]; readonly findings: readonly Finding[] }> => {
    const access = await callerAccess(work)
    const { executions, findings } = await readLog(work.paths, {
      since: since === undefined ? undefined : sinceTime(since, { now: Date.now() }),
      shows: (one) => mayKnowOf(work.caller, one.client ?? one.called_by) && access?.execution(one) === undefined,
      signal: work.signal,
    })
    return { costs: costsOf(executions), findings }
  },
})
