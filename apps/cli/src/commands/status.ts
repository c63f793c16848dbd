import { count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { displayPath } from '../output/display-path.ts'
import { noteLine } from '../output/finding-lines.ts'

/** `datacortex status`: where the space stands, and what may be done next. */
export async function status(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).status({})
  const { agents, notes, index, trusted, waiting, next, findings } = data
  return {
    data,
    lines: [
      `space      ${displayPath(data.root)}`,
      `agents     ${agents ?? "can't be read"}`,
      `notes      ${notes}  (index ${index})`,
      `trust      ${trusted === null ? "can't be read" : trusted ? 'nothing waits for your word' : `${count(waiting.length, 'program')} of the space may not run yet: ${waiting.join(', ')}`}`,
      ...findings.map(noteLine),
      ...next.map((command, place) => `${place === 0 ? 'next' : '    '}       ${command}`),
    ],
  }
}
