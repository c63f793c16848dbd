import type { SpacePaths } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { VerdictOfAgentError } from '../errors.ts'
import { shownLog } from '../knowledge/shown-log.ts'
import type { OuterCaller } from '../outer-caller.ts'
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
 * @throws {@link ExecutionUnknownError} also for one that the agent in whose run this is may not be shown.
 * @throws {@link VerdictOfAgentError} in the run of an agent.
 */
export async function feedback(context: Context, options: FeedbackOptions): Promise<CommandResult> {
  const caller = outerCaller()
  const paths = await spaceOf(context)
  if (caller !== undefined) {
    const isOwn = await isOwnRun(paths, { caller, id: options.id, signal: context.signal })
    throw new VerdictOfAgentError({ agent: caller.id, execution: options.id, isOwn })
  }
  const { giveFeedback } = await import('@datacortex/execution')
  const { id, verdict, note, dryRun } = options
  const { signal } = context
  const { feedback: event, findings } = await giveFeedback(
    paths,
    { execution_id: id, verdict, note },
    { dryRun, signal },
  )
  if (dryRun === true) {
    const notes = findings.map(({ message }) => `note          ${message}`)
    const lines = [`would record  ${verdict} for ${event.agent_id}`, ...notes, 'dry run      nothing was changed']
    return { data: { ...event, id: null, dry_run: true, findings }, lines }
  }
  const after = await performanceAfter(paths, { agent: event.agent_id, signal })
  return {
    data: { ...event, ...after.data, findings: [...findings, ...after.data.findings] },
    lines: [
      `recorded   ${verdict} for ${event.agent_id} in ${id}: ${event.id}`,
      ...findings.map(({ message }) => `note       ${message}`),
      ...after.lines,
    ],
  }
}

async function registryOf(paths: SpacePaths): Promise<Registry> {
  const { readCatalogue } = await import('@datacortex/registry')
  return (await readCatalogue(paths, { bundledDirectory: bundledPlugins() })).registry
}

/** Its run of now is not in the log yet. */
async function isOwnRun(
  paths: SpacePaths,
  { caller, id, signal }: { readonly caller: OuterCaller; readonly id: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (caller.parent === id) return true
  const { execution } = await shownLog(paths, { id, signal })
  const { currentId } = await import('@datacortex/registry')
  const { agent_id: ran } = execution
  return (currentId(await registryOf(paths), ran) ?? ran) === caller.id
}
