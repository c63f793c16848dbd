import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { AnswerNeededError } from '../errors.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { askYesOrNo } from '../output/ask.ts'
import { count } from '../output/format.ts'

/**
 * `datacortex module remove NAME`: takes away files, lock entry, agents and sources of a module, after asking where its files
 * may be nowhere else.
 *
 * @param context - Of the command.
 * @param options - Its name, whether to ask, and whether to change anything.
 * @throws {@link AnswerNeededError} if there is nobody to ask and no `--yes`; ModuleNotInstalledError.
 */
export async function moduleRemove(
  context: Context,
  options: { readonly name: string; readonly yes?: true | undefined; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { onlyCopy, removeModule } = await import('@datacortex/registry')
  const reason = await onlyCopy(paths, options.name)
  if (reason !== undefined && !options.yes && !options.dryRun) {
    const question = `Delete ${options.name}? ${reason.replace('it', 'It')}.`
    const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
    if (answer === undefined) throw new AnswerNeededError({ question })
    if (!answer)
      return { data: { removed: null, agents: [] }, lines: ['not removed; nothing was changed'], exitCode: 1 }
  }
  const removed = await removeModule(paths, options.name, { ...options, ...context })
  if (!options.dryRun) {
    await using finder = await openSpaceFinder(paths, context)
    void finder.update
  }
  const did = options.dryRun ? 'would remove' : 'removed'
  return {
    data: removed,
    lines: [
      `${did}    ${removed.removed} and ${count(removed.agents.length, 'agent')}`,
      ...(options.dryRun && reason !== undefined ? [`careful    ${reason}; what is in its folder is lost`] : []),
    ],
  }
}
