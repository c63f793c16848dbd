import { type FeedbackEvent, giveFeedback as give } from '@datacortex/execution'
import { currentId } from '@datacortex/registry'
import { z } from 'zod'
import type { AgentCaller } from '../caller/caller.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun, name, text } from '../schema.ts'
import type { Work } from '../work.ts'
import { type Recorded, performanceAfter } from '../logs/performance-after.ts'
import { shownLog } from '../logs/shown-log.ts'

export const giveFeedback = operation({
  input: z.strictObject({
    execution_id: name,
    verdict: z.enum(['positive', 'negative', 'revised']),
    note: text.optional().describe('Why.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ agent_id: z.string(), verdict: z.string(), reputation: z.number().nullable().optional() }),
  run: async (work, { dry_run: dryRun = false, ...said }): Promise<Recorded<FeedbackEvent>> => {
    const { caller, paths, signal } = work
    const { execution_id: execution } = said
    if (caller.kind === 'agent') {
      const isOwn = await isOwnRun(work, { caller, id: execution })
      throw spaceError('CLI_VERDICT_OF_AGENT', { agent: caller.id, execution, isOwn })
    }
    const { feedback, findings } = await give(paths, said, { dryRun, signal })
    if (dryRun) return { ...feedback, id: null, dry_run: true, findings }
    const after = await performanceAfter(work, { agent: feedback.agent_id })
    return { ...feedback, ...after, findings: [...findings, ...after.findings] }
  },
})

/** Its run of now is not in the log yet. */
async function isOwnRun(work: Work, { caller, id }: { caller: AgentCaller; id: string }): Promise<boolean> {
  if (caller.parent === id) return true
  const { execution } = await shownLog(work, { id, signal: work.signal })
  const { registry } = await work.catalogue()
  return (currentId(registry, execution.agent_id) ?? execution.agent_id) === caller.id
}
