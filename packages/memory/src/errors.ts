import { type MakeError, errorsOf } from '@datacortex/errors'

export type MemoryErrors = {
  readonly MEMORY_MANY_NOTES_GONE: {
    readonly gone: number
    readonly total: number
    readonly examples: readonly string[]
  }
  readonly MEMORY_SPACE_WATCHED: { readonly root: string; readonly owner: string | undefined }
  readonly MEMORY_WATCH_FAILED: { readonly root: string; readonly reason: string; readonly hint?: string }
  readonly MEMORY_RECORD_INVALID: { readonly issues: readonly string[] }
  readonly MEMORY_RECALL_IS_NO_EVIDENCE: { readonly source: string }
  readonly MEMORY_UNKNOWN: { readonly id: string }
  readonly MEMORY_SUPERSEDE_REFUSED: { readonly id: string; readonly by: string; readonly reason: string }
  readonly MEMORY_BUDGET_TOO_SMALL: {
    readonly budgetTokens: number
    readonly neededTokens: number
    readonly what: string
  }
}

/** Makes the errors of memory. */
export const memoryError: MakeError<MemoryErrors> = errorsOf<MemoryErrors>({
  MEMORY_MANY_NOTES_GONE: {
    message: ({ gone, total, examples }) =>
      `${gone} of ${total} notes are gone, among them ${examples.map((path) => JSON.stringify(path)).join(', ')}. The index was not changed.`,
    hint: 'If a disk is not mounted or a folder was moved by mistake, bring it back. If they shall go: `datacortex index --yes`.',
  },
  MEMORY_SPACE_WATCHED: {
    message: ({ root, owner }) => `${root} is watched already${owner === undefined ? '' : ` by ${owner}`}.`,
    hint: 'One watcher keeps the index in step for everybody. Stop the other one first if this one shall do it.',
  },
  MEMORY_WATCH_FAILED: {
    message: ({ root, reason }) => `${root} can't be watched: ${reason}.`,
    hint: ({ hint }) => hint ?? 'Run `datacortex index` from time to time instead, or watch again.',
    details: ({ root, reason }) => ({ root, reason }),
  },
  MEMORY_RECORD_INVALID: {
    message: ({ issues }) => `This can't be remembered: ${issues.join('; ')}.`,
    hint: 'Correct these fields and remember it again; nothing was stored.',
  },
  MEMORY_RECALL_IS_NO_EVIDENCE: {
    message: ({ source }) => `${JSON.stringify(source)} is itself a memory, so it proves nothing new.`,
    hint: 'Name the execution, file or person that it comes from. To replace the older memory, give its id as `supersedes`.',
  },
  MEMORY_UNKNOWN: {
    message: ({ id }) => `There is no memory ${JSON.stringify(id)}.`,
    hint: '`datacortex memory list --all` has the ids of all of them.',
  },
  MEMORY_SUPERSEDE_REFUSED: {
    message: ({ id, by, reason }) => `${id} can't be superseded by ${by}: ${reason}.`,
    hint: 'Name a newer memory that still holds. Nothing was changed.',
    details: ({ id, by }) => ({ id, by }),
  },
  MEMORY_BUDGET_TOO_SMALL: {
    message: ({ budgetTokens, neededTokens, what }) =>
      `The budget has too few tokens, ${budgetTokens}: ${what} needs ${neededTokens}.`,
    hint: ({ neededTokens }) => `Give a budget of at least ${neededTokens} tokens, or shorten the task.`,
    details: ({ budgetTokens, neededTokens }) => ({ budgetTokens, neededTokens }),
  },
})
