import type { InputOf } from '@datacortex/space'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { verdictLines } from '../output/verdict-lines.ts'

/** Arguments of `feedback`. */
export type FeedbackOptions = Pick<InputOf<'feedback'>, 'verdict' | 'note'> & {
  readonly id: string
  readonly dryRun?: true | undefined
}

/** `datacortex feedback EXEC VERDICT`: records a person's verdict, and what follows for the agent. */
export async function feedback(
  context: Context,
  { id, verdict, note, dryRun }: FeedbackOptions,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.feedback({ execution_id: id, verdict, note, dry_run: dryRun })
  const planned = `would record  ${verdict} for ${data.agent_id}`
  const done = `recorded   ${verdict} for ${data.agent_id} in ${id}: ${data.id}`
  return { data, lines: verdictLines(data, { planned, done }) }
}
