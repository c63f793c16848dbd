import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { outsideText } from '../output/outside-text.ts'

export async function agentUpdate(context: Context, given: Given<'agents.update'>): Promise<CommandResult> {
  const data = await (await spaceOf(context)).agents.update(asked(given))
  const lines = data.results.flatMap(({ id, origin, state, edited, difference = [], reason }) => [
    `${state.padEnd(12)} ${id}  ${origin}${edited === true ? '  (changed here too)' : ''}`,
    ...(reason === undefined ? [] : [`    ${outsideText(reason)}`]),
    ...(state === 'changed' ? difference.map((line) => `    ${line}`) : []),
  ])
  const isDry = data.dry_run === true
  return {
    data,
    lines: [
      ...(lines.length === 0 ? ['no agent here came from a directory'] : lines),
      ...(isDry ? ['dry run      nothing was changed'] : []),
    ],
    exitCode: data.results.some(({ state }) => state === 'other author' || state === 'refused') ? 1 : 0,
  }
}
