import { resolve } from 'node:path'
import { shellWord } from '@datacortex/platform'
import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import type { Given } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { askYesOrNo } from '../output/ask.ts'
import { linesOf } from '../output/lines.ts'
import { removalLines } from '../output/removal-lines.ts'
import { terminalText } from '../output/terminal-text.ts'

export async function agentRemove(
  context: Context,
  { ids = [], from = [], yes, dryRun }: Given<'agents.remove'>,
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const asked = { ids, from: from.map((path) => resolve(path)) }
  const plan = yes === true && dryRun !== true ? undefined : await space.agents.remove({ ...asked, dry_run: true })
  if (plan !== undefined && (dryRun === true || plan.removed.length + plan.dynamic.length === 0))
    return { data: plan, lines: planLines(plan, from) }
  if (plan !== undefined) {
    process.stderr.write(terminalText(`${removalLines(plan).join('\n')}\n`))
    const question =
      plan.removed.length === 0
        ? `Remove ${count(plan.dynamic.length, 'dynamic agent')}?`
        : `Take ${count(plan.removed.length, 'agent')} out of agents.yaml?`
    const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
    if (answer === false) {
      const { dry_run: _, ...rest } = plan
      return { data: { ...rest, removed: [], dynamic: [] }, lines: ['not removed; nothing was changed'], exitCode: 1 }
    }
    // What was shown goes, also if more lies below a path by now. Where nobody answered the operation says so.
    const data = await space.agents.remove({
      ids: [...plan.removed, ...ids.filter((id) => plan.dynamic.includes(id))],
      yes: answer,
    })
    return { data, lines: removedLines(data) }
  }
  const data = await space.agents.remove({ ...asked, yes })
  const isNothing = data.removed.length + data.dynamic.length === 0
  return { data, lines: isNothing ? planLines(data, from) : [...removalLines(data), ...removedLines(data)] }
}

function planLines(plan: OutputOf<'agents.remove'>, from: readonly string[]): readonly string[] {
  const { removed, dynamic } = plan
  if (removed.length + dynamic.length === 0)
    return [`nothing    no agent of this space was made from ${from.map(shellWord).join(' ')}`]
  return [
    ...removalLines(plan),
    `would remove ${count(removed.length + dynamic.length, 'agent')}`,
    'dry run    nothing was changed',
  ]
}

function removedLines({ removed, dynamic, undo }: OutputOf<'agents.remove'>): readonly string[] {
  return linesOf([
    removed.length > 0 &&
      `removed    ${count(removed.length, 'agent')}; the files they were made from are as they were`,
    undo !== undefined && [
      `removed    ${count(dynamic.length, 'dynamic agent')}`,
      `undo       datacortex undo ${undo}`,
    ],
  ])
}
