import type { InputOf, OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { leftOutLines } from '../output/left-out-lines.ts'
import { runLines } from '../output/run-lines.ts'

/** Arguments of `agent run`. */
export type AgentRunOptions = Pick<
  InputOf<'run'>,
  'task' | 'runner' | 'budget' | 'space' | 'chain' | 'delegate' | 'skill' | 'forget'
> & {
  readonly id: string
  readonly calledBy: string
  readonly taskId?: string | undefined
  readonly executionId?: string | undefined
  readonly dryRun?: true | undefined
}

/** `datacortex agent run ID TASK`. */
export async function agentRun(context: Context, options: AgentRunOptions): Promise<CommandResult> {
  const space = await spaceOf(context)
  const { id: agent, task, runner, budget, space: within, chain, delegate, skill, forget } = options
  const { calledBy, taskId, executionId, dryRun } = options
  const own = { agent, task, runner, budget, space: within, chain, delegate, skill, forget }
  const named = { called_by: calledBy, task_id: taskId, execution_id: executionId, dry_run: dryRun }
  const data = await space.run({ ...own, ...named })
  if ('approved' in data) return { data, lines: ['not approved; nothing was run'], exitCode: 1 }
  if ('dry_run' in data) return { data, lines: plannedLines(data) }
  const isDone = (data.status === 'success' || data.status === 'partial') && data.kept
  return { data, lines: runLines(data), exitCode: isDone ? 0 : 1 }
}

function plannedLines(planned: Extract<OutputOf<'run'>, { readonly dry_run: true }>): readonly string[] {
  const { agent, runner, tokens, parts, findings } = planned
  const who = `${agent} by ${runner}`
  const refusals = findings.filter(({ severity }) => severity === 'error')
  const notes = findings.filter(({ severity }) => severity !== 'error')
  return [
    refusals.length === 0
      ? `would run  ${who}, with ${count(tokens, 'token')} in ${count(parts.length, 'part')}`
      : `would not run  ${who}`,
    ...refusals.flatMap(({ code, message, hint = '' }) => [`refused    ${code}  ${message}`, `hint       ${hint}`]),
    ...notes.map(({ message }) => `note       ${message}`),
    ...leftOutLines(planned),
    'dry run    nothing was run',
  ]
}
