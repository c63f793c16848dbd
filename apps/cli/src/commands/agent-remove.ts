import type { SpacePaths } from '@datacortex/platform'
import { shellWord } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { AnswerNeededError, UsageError } from '../errors.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { askYesOrNo } from '../output/ask.ts'
import { count } from '../output/format.ts'
import { removalLines } from '../output/removal-lines.ts'
import { terminalText } from '../output/terminal-text.ts'
import { tellInterrupted } from '../interrupted/tell-interrupted.ts'

/** Arguments of `agent remove`. */
export type AgentRemoveOptions = {
  readonly ids: readonly string[]
  /** Files or folders that were imported. */
  readonly from?: readonly string[] | undefined
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex agent remove ID…`: takes agents out of the registry, after asking; files that they were made from stay.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} if neither ids nor paths are given; {@link AnswerNeededError} without a terminal and `--yes`;
 *   AgentNotFoundError; AgentOfModuleError.
 */
export async function agentRemove(context: Context, options: AgentRemoveOptions): Promise<CommandResult> {
  const { from = [], yes, dryRun = false } = options
  if (options.ids.length + from.length === 0)
    throw new UsageError({
      message: 'Which agents? Give ids, or --from PATH for those that were imported from there.',
      hint: 'datacortex agent list',
    })
  const paths = await spaceOf(context)
  const [{ readCatalogue }, { agentsFrom, planRemoval, removeAgents }] = await Promise.all([
    import('@datacortex/registry'),
    import('../remove-agents.ts'),
  ])
  const { registry, modules } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const known = { registry, modules: modules.modules }
  const removal = planRemoval(known, [...options.ids, ...(await agentsFrom(known, { paths, from }))])
  const ids = removal.removed.map(({ id }) => id)
  const data = { removed: ids, named_by: removal.namedBy, taken_over: removal.uncovered }
  if (ids.length === 0)
    return { data, lines: [`nothing    no agent of this space was made from ${from.map(shellWord).join(' ')}`] }
  const shown = removalLines(removal)
  if (dryRun) {
    await removeAgents(paths, removal, { dryRun, signal: context.signal })
    return {
      data: { ...data, dry_run: true },
      lines: [...shown, `would remove ${count(ids.length, 'agent')}`, 'dry run    nothing was changed'],
    }
  }
  if (yes !== true) {
    process.stderr.write(terminalText(`${shown.join('\n')}\n`))
    const question = `Take ${count(ids.length, 'agent')} out of agents.yaml?`
    const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
    if (answer === undefined) throw new AnswerNeededError({ question })
    if (!answer) return { data: { ...data, removed: [] }, lines: ['not removed; nothing was changed'], exitCode: 1 }
  }
  await removeAgents(paths, removal, context)
  await follow(paths, { context, removed: ids.length })
  return {
    data,
    lines: [
      ...(yes === true ? shown : []),
      `removed    ${count(ids.length, 'agent')}; the files they were made from are as they were`,
    ],
  }
}

/** Texts of agents that are gone leave the index at once, and not only with the next question. */
async function follow(
  paths: SpacePaths,
  { context, removed }: { readonly context: Context; readonly removed: number },
): Promise<void> {
  const open = async (): Promise<void> => {
    await using finder = await openSpaceFinder(paths, context)
    void finder.update
  }
  await tellInterrupted(open, {
    signal: context.signal,
    told: () => ({ done: `${count(removed, 'agent')} removed; the next find follows`, hint: 'datacortex agent list' }),
  })
}
