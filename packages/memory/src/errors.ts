import { errorsOf } from '@datacortex/errors'

/** Makes the errors of memory. */
export const memoryError = errorsOf({
  MEMORY_MANY_NOTES_GONE: {
    message: ({ gone, total, examples }: { gone: number; total: number; examples: readonly string[] }) =>
      `${gone} of ${total} notes are gone, among them ${examples.map((path) => JSON.stringify(path)).join(', ')}. The index was not changed.`,
    hint: 'If a disk is not mounted or a folder was moved by mistake, bring it back. If they shall go: `datacortex index --yes`.',
  },
  MEMORY_SPACE_WATCHED: {
    message: ({ root, owner }: { root: string; owner: string | undefined }) =>
      `${root} is watched already${owner === undefined ? '' : ` by ${owner}`}.`,
    hint: 'One watcher keeps the index in step for everybody. Stop the other one first if this one shall do it.',
  },
  MEMORY_WATCH_FAILED: {
    message: ({ root, reason }: { root: string; reason: string; hint?: string }) =>
      `${root} can't be watched: ${reason}.`,
    hint: ({ hint }) => hint ?? 'Run `datacortex index` from time to time instead, or watch again.',
    details: ({ root, reason }) => ({ root, reason }),
  },
  MEMORY_RECORD_INVALID: {
    message: ({ issues }: { issues: readonly string[] }) => `This can't be remembered: ${issues.join('; ')}.`,
    hint: 'Correct these fields and remember it again; nothing was stored.',
  },
  MEMORY_RECALL_IS_NO_EVIDENCE: {
    message: ({ source }: { source: string }) =>
      `${JSON.stringify(source)} is itself a memory, so it proves nothing new.`,
    hint: 'Name the execution, file or person that it comes from. To replace the older memory, give its id as `supersedes`.',
  },
  MEMORY_UNKNOWN: {
    message: ({ id }: { id: string }) => `There is no memory ${JSON.stringify(id)}.`,
    hint: '`datacortex memory list --all` has the ids of all of them.',
  },
  MEMORY_SUPERSEDE_REFUSED: {
    message: ({ id, by, reason }: { id: string; by: string; reason: string }) =>
      `${id} can't be superseded by ${by}: ${reason}.`,
    hint: 'Name a newer memory that still holds. Nothing was changed.',
    details: ({ id, by }) => ({ id, by }),
  },
  MEMORY_BUDGET_TOO_SMALL: {
    message: ({ budgetTokens, neededTokens, what }: { budgetTokens: number; neededTokens: number; what: string }) =>
      `The budget has too few tokens, ${budgetTokens}: ${what} needs ${neededTokens}.`,
    hint: ({ neededTokens }) => `Give a budget of at least ${neededTokens} tokens, or shorten the task.`,
    details: ({ budgetTokens, neededTokens }) => ({ budgetTokens, neededTokens }),
  },
})
