import { CodedError } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

/** An entry of the source registry by which no source can be asked. */
export class SourceMisconfiguredError extends CodedError {
  constructor({ source, reason, cause }: { source: string; reason: string; cause?: unknown }) {
    super('SOURCE_MISCONFIGURED', `The source ${source} can't be asked: ${reason}.`, {
      hint: 'Correct its entry in .datacore/registry/sources.yaml.',
      details: { source, transient: false },
      cause,
    })
  }
}

/** A question took longer than the source may take. */
export class SourceTimeoutError extends CodedError {
  constructor({ source, timeoutMs }: { source: string; timeoutMs: number }) {
    super('SOURCE_TIMEOUT', `${source} gave no answer within ${timeoutMs} ms.`, {
      hint: 'Ask again later, or raise `timeout_ms` of the source in .datacore/registry/sources.yaml.',
      details: { source, timeoutMs, transient: true },
    })
  }
}

/** A source failed in a way that its code did not foresee. */
export class SourceCodeFailedError extends CodedError {
  constructor({ source, reason, cause }: { source: string; reason: string; cause?: unknown }) {
    super('SOURCE_CODE_FAILED', `The code of the source ${source} failed: ${reason}.`, {
      hint: 'Leave the source out with `enabled: false` in .datacore/registry/sources.yaml, and tell its maker.',
      details: { source, transient: false },
      cause,
    })
  }
}

/** The command of an MCP server that this user has not said yes to, or whose tools changed since. */
export class McpNotApprovedError extends CodedError {
  constructor({ source, command, reason }: { source: string; command: string; reason: string }) {
    super('SOURCE_MCP_NOT_APPROVED', `${source} is not started: ${reason}. It is ${command}`, {
      hint: `Look at the command, then approve it: datacortex source approve ${source}`,
      details: { source, command, transient: false },
    })
  }
}

/** An MCP server that can't be started or reached, or whose tool fails. */
export class McpFailedError extends CodedError {
  constructor({
    source,
    reason,
    transient,
    cause,
  }: {
    source: string
    reason: string
    transient: boolean
    cause?: unknown
  }) {
    super('SOURCE_MCP_FAILED', `The MCP server of ${source} failed: ${reason}.`, {
      hint: 'Start its command by hand to see what it says, or leave the source out with `enabled: false`.',
      details: { source, transient },
      cause,
    })
  }
}

/** No run has this id. */
export class ResearchRunUnknownError extends CodedError {
  constructor({ id }: { id: string }) {
    super('RESEARCH_RUN_UNKNOWN', `There is no research run ${JSON.stringify(id)} here.`, {
      hint: 'datacortex research list',
      details: { id },
    })
  }
}

/** The folder of a run is damaged. */
export class ResearchRunBrokenError extends CodedError {
  constructor({ id, reason, cause }: { id: string; reason: string; cause?: unknown }) {
    super('RESEARCH_RUN_BROKEN', `The research run ${id} can't be read: ${reason}.`, {
      hint: 'Start it anew; what it has written into the space stays.',
      details: { id, reason },
      cause,
    })
  }
}

/** Numbers were selected that no candidate has. */
export class ResearchSelectionInvalidError extends CodedError {
  constructor({
    id,
    missing,
    candidates,
  }: {
    id: string
    missing: readonly number[]
    /** How many there are. */
    candidates: number
  }) {
    super(
      'RESEARCH_SELECTION_INVALID',
      `There ${candidates === 1 ? 'is 1 candidate' : `are ${candidates} candidates`}, so ${missing.join(', ')} can't be selected. Nothing was read yet; what was found is kept.`,
      {
        hint: `datacortex research resume ${id} --select ${candidates === 1 ? '1' : `1,${candidates}`}`,
        details: { id, missing: [...missing], candidates },
      },
    )
  }
}

/** A run that read nothing at all: it ends without a report, and can be gone on with. */
export class ResearchNothingReadError extends CodedError {
  constructor({
    id,
    topic,
    reasons,
    notes = [],
    next,
  }: {
    id: string
    topic: string
    /** What failed: one sentence each. */
    reasons: readonly string[]
    /** Titles of the user's own notes that speak of it. */
    notes?: readonly string[] | undefined
    /** Where resuming would help nobody, what does. */
    next?: string | undefined
  }) {
    const more = reasons.length - mostReasons
    const told = [...reasons.slice(0, mostReasons), ...(more > 0 ? [`${more} more failed.`] : [])].map((reason) =>
      reason.replace(/[.!?]?$/, (end) => end || '.'),
    )
    const shown = notes.slice(0, 3).map((title) => `“${title}”`)
    const others = notes.length - shown.length
    const own =
      notes.length === 0
        ? []
        : [
            `Your notes speak of it: ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}; what they say: datacortex search ${shellWord(topic.slice(0, longestTopic).toWellFormed())}`,
          ]
    super(
      'RESEARCH_NOTHING_READ',
      [`Nothing was read about ${JSON.stringify(shortened(topic))}, so there is no report.`, ...told, ...own].join(' '),
      {
        hint: next ?? `datacortex research resume ${id}`,
        details: { id, reasons: [...reasons], notes: [...notes] },
      },
    )
  }
}

/** More are no message; the run keeps them all. */
/** A question may be a whole page of text. */
function shortened(topic: string): string {
  return topic.length <= longestTopic ? topic : `${topic.slice(0, longestTopic).toWellFormed()}…`
}

const longestTopic = 200
const mostReasons = 8

/** Another process works on the run. */
export class ResearchRunBusyError extends CodedError {
  constructor({ id, cause }: { id: string; cause?: unknown }) {
    super('RESEARCH_RUN_BUSY', `Another process works on the research run ${id}.`, {
      hint: `Wait for it: datacortex research show ${id}`,
      details: { id },
      cause,
    })
  }
}

/** What was not over when the minutes of a run were. */
export class ResearchTimeOverError extends CodedError {
  constructor() {
    super('RESEARCH_TIME_OVER', 'The time of the run is over.', {
      hint: 'Raise research.budget.minutes in the settings, and begin another run.',
      details: { transient: false },
    })
  }
}

/** A clip of a podcast that was cut off by a kill. */
export class ResearchClipLostError extends CodedError {
  constructor() {
    super('RESEARCH_CLIP_LOST', 'It was stopped while it was spoken, and asking again could cost twice.', {
      hint: 'Begin another run, or let another back end speak: name it in speech in the settings.',
    })
  }
}

/** A call that does not fit into the budget of a run. */
export class ResearchBudgetReachedError extends CodedError {
  constructor({ limit }: { limit: string }) {
    super('RESEARCH_BUDGET_REACHED', `The budget of ${limit} is spent.`, {
      hint: 'Raise research.budget in the settings, and begin another run.',
      details: { limit, transient: false },
    })
  }
}

/** A writer has no text for a note, and is not asked again for it. */
export class ResearchTextMissingError extends CodedError {
  constructor({ reason }: { reason: string }) {
    super('RESEARCH_TEXT_MISSING', reason, {
      hint: 'The note is made of quotations; begin another run to have it worded.',
      details: { transient: false },
    })
  }
}

/** A result of a search that can't become a zettel. */
export class ResultNotSavedError extends CodedError {
  constructor({ result, reason }: { result: string; reason: string }) {
    super('SEARCH_RESULT_NOT_SAVED', `The result ${JSON.stringify(result)} is not saved: ${reason}.`, {
      hint: 'Save another result, or research its topic in depth.',
      details: { result },
    })
  }
}

/** The landscape of a space is no YAML of the right shape; it is left alone. */
export class LandscapeInvalidError extends CodedError {
  constructor({ file, reason }: { file: string; reason: string }) {
    super('RESEARCH_LANDSCAPE_INVALID', `${file} can't take new entities: ${reason}.`, {
      hint: 'Correct the file; the next run adds its entities again.',
      details: { file, reason },
    })
  }
}
