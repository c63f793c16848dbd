import { CodedError } from '@datacortex/errors'

/** Arguments that don't fit together. Exit status 2. */
export class UsageError extends CodedError {
  constructor({ message, hint }: { message: string; hint: string }) {
    super('CLI_USAGE', message, { hint })
  }
}

/** A task that says nothing. */
export class TaskEmptyError extends CodedError {
  constructor({ command }: { command: string }) {
    super('CLI_TASK_EMPTY', 'The task is empty.', { hint: `datacortex ${command} "what you want done"` })
  }
}

/** A task that is nothing but tags, where its words are to be remembered. */
export class TaskWordlessError extends CodedError {
  constructor({ task }: { task: string }) {
    super(
      'CLI_TASK_WORDLESS',
      `The task ${JSON.stringify(task)} has no words beside its tags, and --confirm remembers tasks by their words. Nothing was remembered.`,
      { hint: 'datacortex route "what you want done" --confirm ID; tags stand in `triggers.tags` of an agent.' },
    )
  }
}

/** A search for nothing. */
export class QueryEmptyError extends CodedError {
  constructor() {
    super('CLI_QUERY_EMPTY', 'The query has no text.', { hint: 'datacortex search "what you want to know"' })
  }
}

/** Something lies where a new folder is to be made. */
export class FolderTakenError extends CodedError {
  constructor({ path }: { path: string }) {
    super('CLI_FOLDER_TAKEN', `${path} is there already. Nothing was changed.`, {
      hint: 'Choose another name, or another folder with --out.',
      details: { path },
    })
  }
}

/** No note has this name; perhaps a folder with notes has. */
export class NoteUnknownError extends CodedError {
  constructor(told: { name: string; candidates: readonly string[]; below?: readonly string[] }) {
    const { name, candidates, below = [] } = told
    const similar = candidates.length === 0 ? '' : `Similar: ${candidates.slice(0, 3).join(', ')}.`
    const inFolder = `It is a folder with ${below.length} of them: name one at a time, such as ${below[0]}.`
    super('CLI_NOTE_UNKNOWN', `There is no note ${JSON.stringify(name)} here.`, {
      hint: below.length > 0 ? inFolder : similar || `datacortex search ${JSON.stringify(name)}`,
      details: { name, candidates },
    })
  }
}

/** Several notes have this name. */
export class NoteAmbiguousError extends CodedError {
  constructor({ name, candidates }: { name: string; candidates: readonly string[] }) {
    super('CLI_NOTE_AMBIGUOUS', `Several notes are called ${JSON.stringify(name)}: ${candidates.join(', ')}.`, {
      hint: 'Name the one that is meant by its path.',
      details: { name, candidates },
    })
  }
}

/** A note lies where a new one is to be written, or one to be moved to. */
export class NoteTakenError extends CodedError {
  constructor({
    path,
    hint = 'Choose another title or --folder, or add to it: datacortex note append.',
    cause,
  }: {
    path: string
    hint?: string | undefined
    cause?: unknown
  }) {
    super('CLI_NOTE_TAKEN', `${path} is there already. Nothing was written.`, {
      hint,
      details: { path },
      cause,
    })
  }
}

/** A note has no such heading. */
export class HeadingUnknownError extends CodedError {
  constructor({ path, heading }: { path: string; heading: string }) {
    super('CLI_HEADING_UNKNOWN', `${path} has no heading ${JSON.stringify(heading)}.`, {
      hint: 'Leave it out to see the whole note.',
      details: { path, heading },
    })
  }
}

/** A text that was to be replaced doesn't stand in a note. */
export class PassageUnknownError extends CodedError {
  constructor({ path, old }: { path: string; old: string }) {
    super(
      'CLI_PASSAGE_UNKNOWN',
      `${path} has no ${JSON.stringify(old.length > 80 ? `${old.slice(0, 79)}…` : old)}. Nothing was written.`,
      {
        hint: 'Give it as it stands there, line ends and all: datacortex note show.',
        details: { path },
      },
    )
  }
}

/** A text that was to be replaced stands in a note more than once. */
export class PassageAmbiguousError extends CodedError {
  constructor({ path, count, lines }: { path: string; count: number; lines: readonly number[] }) {
    super('CLI_PASSAGE_AMBIGUOUS', `It stands in ${path} ${count} times. Nothing was written.`, {
      hint: `Give more of what is around it; it begins in lines ${lines.join(', ')}${count > lines.length ? ', …' : ''}.`,
      details: { path, count, lines },
    })
  }
}

/** A question came up and nobody can answer it. */
export class AnswerNeededError extends CodedError {
  constructor({ question }: { question: string }) {
    super('CLI_ANSWER_NEEDED', `${question} No terminal is there to answer. Nothing was changed.`, {
      hint: 'Run it again with --yes if you agree.',
    })
  }
}

/** The writer that the settings name can't be had. */
export class WriterUnavailableError extends CodedError {
  constructor({ name, reason }: { name: string; reason: string }) {
    super('CLI_WRITER_UNAVAILABLE', `The writer ${name} can't be used: ${reason}.`, {
      hint: 'Correct `writer` in .datacore/settings.yaml, or take it out: everything works without one.',
      details: { name, reason },
    })
  }
}

/** A source of the registry has no code that could be asked. */
export class SourceUnavailableError extends CodedError {
  constructor({ source, reason }: { source: string; reason: string }) {
    super('CLI_SOURCE_UNAVAILABLE', `The source ${source} can't be asked: ${reason}.`, {
      hint: 'Install its module, or take the source out of .datacore/registry/sources.yaml.',
      details: { source, reason, transient: false },
    })
  }
}

/** A name that no source has. */
export class SourceUnknownError extends CodedError {
  constructor({ source }: { source: string }) {
    super('CLI_SOURCE_UNKNOWN', `There is no source ${JSON.stringify(source)}.`, {
      hint: 'datacortex source list',
      details: { source },
    })
  }
}

/** An agent that a module brings is to be taken out by itself. */
export class AgentOfModuleError extends CodedError {
  constructor({ id, module, origin }: { id: string; module: string; origin: 'bundled' | 'installed' | 'npm' }) {
    super('CLI_AGENT_OF_MODULE', `The agent ${id} comes with the module ${module}. Nothing was removed.`, {
      hint: {
        bundled: 'It is part of datacortex and stays; an entry of your own with its id takes its place.',
        installed: `Remove the module: datacortex module remove ${module}`,
        npm: `Remove the package from the space: npm uninstall ${module}`,
      }[origin],
      details: { id, module },
    })
  }
}

/** Ctrl-C in the middle of what can be gone on with. */
export class InterruptedError extends CodedError {
  /** What went wrong meanwhile, to be told in its place. */
  readonly instead: CodedError | undefined
  /** What is done by now, as a clause; undefined if nothing is. */
  readonly done: string | undefined

  constructor({
    hint,
    done,
    instead,
    cause,
  }: {
    hint: string
    done?: string | undefined
    instead?: CodedError | undefined
    cause: unknown
  }) {
    super('CLI_INTERRUPTED', done === undefined ? 'Interrupted.' : `Interrupted: ${done}.`, { hint, cause })
    this.instead = instead
    this.done = done
  }
}

/** An agent gives a verdict that is a person's to give. */
export class VerdictOfAgentError extends CodedError {
  /** On an execution, or on whose a task is: that of `confirm`, or of nobody any longer. */
  constructor({
    agent,
    ...on
  }: { agent: string } & ({ execution: string; isOwn: boolean } | { confirm: string | undefined })) {
    const isFeedback = 'execution' in on
    const what = isFeedback ? "feedback is a person's verdict" : 'only a person teaches routing whose a task is'
    super('CLI_VERDICT_OF_AGENT', `This runs in a run of ${agent}, and ${what}.`, {
      hint: isFeedback
        ? hintForFeedback(agent, on)
        : 'Ask for the agent without --confirm and --forget, or hand the task over: datacortex agent run ID TASK',
      details: { agent, ...on },
    })
  }
}

/** Nobody judges a run of its own, so an agent is not sent to `evaluate` for one. */
function hintForFeedback(
  agent: string,
  { execution, isOwn }: { readonly execution: string; readonly isOwn: boolean },
): string {
  return isOwn
    ? `${agent} ran it itself, so it can't judge it: a person does, outside of its run, by \`datacortex feedback ${execution} VERDICT\`, or another agent in a run of its own.`
    : `An agent says what it thinks of a run of another one by: datacortex evaluate ${execution} --by ${agent} …`
}

/** Who may be asked is not known, so nobody is. */
export class SourcesUnreadableError extends CodedError {
  constructor({ reason }: { reason: string }) {
    super('CLI_SOURCES_UNREADABLE', `Nobody was asked: ${reason}`, {
      hint: 'Correct .datacore/registry/sources.yaml, or move it away to start from the built-in sources.',
      details: { reason },
    })
  }
}

/** An agent, in its run, confirms a memory or takes back one of somebody else. Nothing was changed. */
export class MemoryOfOthersError extends CodedError {
  constructor({ agent, id }: { agent: string; id: string }) {
    super('CLI_MEMORY_OF_OTHERS', `${agent} can't do that with ${id}. Nothing was changed.`, {
      hint: 'An agent retracts what it remembered itself, and confirms nothing: a person does.',
      details: { agent, id },
    })
  }
}

/** What an operation is asked is not what it understands. Nothing was done. */
export class InputInvalidError extends CodedError {
  constructor(told: {
    name: string
    /** Words of the command line that ask for the same. */
    command: string
    issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
  }) {
    const { name, command, issues } = told
    const said = issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.map(String).join('.') || 'it'}: ${message.replace(/\.$/, '')}`)
    super('SPACE_INPUT_INVALID', `The input of ${name} is not understood: ${said.join('; ')}. Nothing was done.`, {
      hint: `datacortex help ${command}`,
      details: { name },
    })
  }
}

/** Whoever asks may not. Nothing was done. */
export class RightMissingError extends CodedError {
  constructor({ name, right }: { name: string; right: string }) {
    super('SPACE_RIGHT_MISSING', `${name} needs the right ${JSON.stringify(right)}. Nothing was done.`, {
      hint: 'Ask whoever keeps this space for a token with this right.',
      details: { name, right },
    })
  }
}

/** Nothing could be read of any path that was named for an import. */
export class NothingImportedError extends CodedError {
  constructor({ skipped }: { skipped: readonly { readonly path: string; readonly reason: string }[] }) {
    const told = skipped.slice(0, 3).map(({ path, reason }) => `${path}: ${reason}`)
    const more = skipped.length > told.length ? [`${skipped.length - told.length} more`] : []
    super('CLI_NOTHING_IMPORTED', `Nothing was imported: ${[...told, ...more].join('; ')}.`, { hint: importSome })
  }
}

/** An import was given no path, and no agents lie where they usually do. */
export class NoAgentsHereError extends CodedError {
  constructor({ root, home }: { root: string; home: readonly string[] }) {
    super('CLI_NO_AGENTS_HERE', `In ${root} there is none of the folders that usually hold agents.`, {
      hint: home.length > 0 ? `datacortex agent import ${home.join(' ')}` : importSome,
    })
  }
}

const importSome = 'datacortex agent import PATH   (a file or folder with agents, such as ~/.claude/agents)'
