import { CodedError } from '@datacortex/errors'

/** A file that is to be read as a note is no regular file, is too large or can't be opened. */
export class NoteUnreadableError extends CodedError {
  constructor({ path, reason, cause }: { path: string; reason: string; cause?: unknown }) {
    super('MEMORY_NOTE_UNREADABLE', `The note ${JSON.stringify(path)} can't be read: ${reason}.`, {
      hint: 'Check the file and its permissions. Nothing was changed.',
      details: { path, reason },
      cause,
    })
  }
}

/** So many notes vanished at once that something else than a person may have removed them. */
export class ManyNotesGoneError extends CodedError {
  constructor({ gone, total, examples }: { gone: number; total: number; examples: readonly string[] }) {
    super(
      'MEMORY_MANY_NOTES_GONE',
      `${gone} of ${total} notes are gone, among them ${examples.map((path) => JSON.stringify(path)).join(', ')}. The index was not changed.`,
      {
        hint: 'If a disk is not mounted or a folder was moved by mistake, bring it back. If they shall go: `datacortex index --yes`.',
        details: { gone, total, examples },
      },
    )
  }
}

/** Another process watches this space already. */
export class SpaceWatchedError extends CodedError {
  constructor({ root, owner, cause }: { root: string; owner: string | undefined; cause?: unknown }) {
    super('MEMORY_SPACE_WATCHED', `${root} is watched already${owner === undefined ? '' : ` by ${owner}`}.`, {
      hint: 'One watcher keeps the index in step for everybody. Stop the other one first if this one shall do it.',
      details: { root, owner },
      cause,
    })
  }
}

/** Changes of files can't be watched, or not any longer. */
export class WatchFailedError extends CodedError {
  constructor({ root, reason, hint, cause }: { root: string; reason: string; hint?: string; cause?: unknown }) {
    super('MEMORY_WATCH_FAILED', `${root} can't be watched: ${reason}.`, {
      hint: hint ?? 'Run `datacortex index` from time to time instead, or watch again.',
      details: { root, reason },
      cause,
    })
  }
}

/** A text can't be remembered as it is. Nothing was stored. */
export class MemoryRecordInvalidError extends CodedError {
  constructor({ issues }: { issues: readonly string[] }) {
    super('MEMORY_RECORD_INVALID', `This can't be remembered: ${issues.join('; ')}.`, {
      hint: 'Correct these fields and remember it again; nothing was stored.',
      details: { issues },
    })
  }
}

/** What a search recalled was offered as something new. Nothing was stored. */
export class RecallIsNoEvidenceError extends CodedError {
  constructor({ source }: { source: string }) {
    super('MEMORY_RECALL_IS_NO_EVIDENCE', `${JSON.stringify(source)} is itself a memory, so it proves nothing new.`, {
      hint: 'Name the execution, file or person that it comes from. To replace the older memory, give its id as `supersedes`.',
      details: { source },
    })
  }
}

/** No memory has this id. */
export class MemoryUnknownError extends CodedError {
  constructor({ id }: { id: string }) {
    super('MEMORY_UNKNOWN', `There is no memory ${JSON.stringify(id)}.`, {
      hint: '`datacortex memory list --all` has the ids of all of them.',
      details: { id },
    })
  }
}

/** A memory can't be replaced by that one. Nothing was changed. */
export class SupersedeRefusedError extends CodedError {
  constructor({ id, by, reason }: { id: string; by: string; reason: string }) {
    super('MEMORY_SUPERSEDE_REFUSED', `${id} can't be superseded by ${by}: ${reason}.`, {
      hint: 'Name a newer memory that still holds. Nothing was changed.',
      details: { id, by },
    })
  }
}

/** A token budget is too small for what must be in it. */
export class BudgetTooSmallError extends CodedError {
  constructor({ budgetTokens, neededTokens, what }: { budgetTokens: number; neededTokens: number; what: string }) {
    super('MEMORY_BUDGET_TOO_SMALL', `The budget has too few tokens, ${budgetTokens}: ${what} needs ${neededTokens}.`, {
      hint: `Give a budget of at least ${neededTokens} tokens, or shorten the task.`,
      details: { budgetTokens, neededTokens },
    })
  }
}
