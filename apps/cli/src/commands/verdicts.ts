import type { OutputOf } from '@datacortex/space'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export type EvaluateOptions = Pick<Given<'evaluate'>, 'tags' | 'notes' | 'dryRun'> & {
  readonly id: string
  readonly by: string
  /** 0–100 each. */
  readonly completion: number
  readonly quality: number
  readonly efficiency: number
}

export async function evaluateRun(context: Context, options: EvaluateOptions): Promise<CommandResult> {
  const space = await spaceOf(context)
  const { id, by, completion, quality, efficiency, tags, notes, dryRun } = options
  const scores = { task_completion: completion, output_quality: quality, efficiency }
  const asked = { execution_id: id, evaluator_agent: by, scores, tags, notes, dry_run: dryRun }
  const data = await space.evaluate(asked)
  const planned = `would record  an evaluation of ${data.evaluated_agent} by ${data.evaluator_agent}`
  const done = `evaluated  ${data.evaluated_agent} in ${id}: ${data.id}`
  return { data, lines: verdictLines(data, { planned, done }) }
}

export async function feedback(
  context: Context,
  { id, ...given }: Omit<Given<'feedback'>, 'executionId'> & { readonly id: string },
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).feedback(asked({ ...given, executionId: id }))
  const { verdict } = given
  const planned = `would record  ${verdict} for ${data.agent_id}`
  const done = `recorded   ${verdict} for ${data.agent_id} in ${id}: ${data.id}`
  return { data, lines: verdictLines(data, { planned, done }) }
}

function verdictLines(
  { dry_run: isDry, reputation = null, findings }: OutputOf<'feedback'> | OutputOf<'evaluate'>,
  { planned, done }: { readonly planned: string; readonly done: string },
): readonly string[] {
  const notes = findings.map(({ message }) => `${isDry === true ? 'note          ' : 'note       '}${message}`)
  if (isDry === true) return [planned, ...notes, 'dry run      nothing was changed']
  return [done, ...notes, ...(reputation === null ? [] : [`reputation ${reputation} of 100`])]
}
