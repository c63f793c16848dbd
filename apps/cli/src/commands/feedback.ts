import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { VerdictOfAgentError } from '../errors.ts'
import { outerCaller } from '../outer-caller.ts'
import { performanceAfter } from '../performance-after.ts'

/** Arguments of `feedback`. */
export type FeedbackOptions = {
  readonly id: string
  readonly verdict: 'positive' | 'negative' | 'revised'
  readonly note?: string | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex feedback EXEC VERDICT`: records a person's verdict, and what follows for the agent.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link ExecutionUnknownError}
 * @throws {@link VerdictOfAgentError} in the run of an agent.
 */
export async function feedback(context: Context, options: FeedbackOptions): Promise<CommandResult> {
  const caller = outerCaller()
  if (caller !== undefined) throw new VerdictOfAgentError({ agent: caller.id, execution: options.id })
  const paths = await spaceOf(context)
  const { giveFeedback } = await import('@datacortex/execution')
  const { id, verdict, note, dryRun } = options
  const { signal } = context
  const event = await giveFeedback(paths, { execution_id: id, verdict, note }, { dryRun, signal })
  if (dryRun === true) {
    const lines = [`would record  ${verdict} for ${event.agent_id}`, 'dry run      nothing was changed']
    return { data: { ...event, id: null, dry_run: true }, lines }
  }
  const after = await performanceAfter(paths, { agent: event.agent_id, signal })
  return {
    data: { ...event, ...after.data },
    lines: [`recorded   ${verdict} for ${event.agent_id} in ${id}: ${event.id}`, ...after.lines],
  }
}
