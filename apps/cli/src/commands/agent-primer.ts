import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export async function agentPrimer(context: Context, given: Given<'agents.primers'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).agents.primers(asked(given))
  const lines = data.primers.flatMap(({ agent, text, by }) => [
    `${agent}${by === 'entry' ? '' : `  (${by})`}`,
    `  ${text}`,
  ])
  return { data, lines }
}
