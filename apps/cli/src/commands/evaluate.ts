import type { InputOf } from '@datacortex/space'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { verdictLines } from '../output/verdict-lines.ts'

/** Arguments of `evaluate`. */
export type EvaluateOptions = Pick<InputOf<'evaluate'>, 'tags' | 'notes'> & {
  readonly id: string
  readonly by: string
  /** 0–100 each. */
  readonly completion: number
  readonly quality: number
  readonly efficiency: number
  readonly dryRun?: true | undefined
}

/** `datacortex evaluate EXEC`: records an evaluation, and what follows for the agent. */
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
