import { count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { agentCount } from '../output/agent-count.ts'
import { findingLines } from '../output/finding-lines.ts'

/** `datacortex doctor`: everything about the space that a person may want to mend. Exit status 1 on an error. */
export async function doctor(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).doctor({})
  const { ok, findings, modules, index, counts } = data
  const facts = [
    counts === undefined ? count(data.agents, 'agent') : agentCount(counts),
    count(modules, 'module'),
    // The notes have an index of their own.
    index === 'fresh' ? 'index fresh' : `find index ${index}`,
  ]
  return {
    data,
    lines: [...findingLines(findings), `${ok ? 'ok      ' : 'not ok  '} ${facts.join(' · ')}`],
    exitCode: ok ? 0 : 1,
  }
}
