import { CodedError } from '@datacortex/errors'
import type { Finding } from '@datacortex/errors'

/** The log has another execution with this id. Nothing was written. */
export class ExecutionIdTakenError extends CodedError {
  constructor({ id }: { id: string }) {
    super('EXECUTION_ID_TAKEN', `There is an execution ${JSON.stringify(id)} already; nothing was written.`, {
      hint: 'Leave the id out and one is made, or give another one.',
      details: { id },
    })
  }
}

/** An entry can't be logged as it is. Nothing was written. */
export class ExecutionEntryInvalidError extends CodedError {
  constructor({ list, problem }: { list: string; problem: string }) {
    super('EXECUTION_ENTRY_INVALID', `This can't be added to ${list} of the execution log: ${problem}.`, {
      hint: 'Correct it and log it again; nothing was written.',
      details: { list, problem },
    })
  }
}

/** The file of the execution log can't be read, so nothing may be written over it. */
export class ExecutionLogUnreadableError extends CodedError {
  constructor({ file, reason, cause }: { file: string; reason: string; cause?: unknown }) {
    super('EXECUTION_LOG_UNREADABLE', `The execution log ${file} can't be read: ${reason}. Nothing was written.`, {
      hint: 'Give the program access to the file, or move it away.',
      details: { file, reason },
      cause,
    })
  }
}

/** No folder of the root is the space that was named. */
export class ContextSpaceUnknownError extends CodedError {
  constructor({ space, known }: { space: string; known: readonly string[] }) {
    super('EXECUTION_SPACE_UNKNOWN', `There is no space ${JSON.stringify(space)}.`, {
      hint: known.length === 0 ? 'Spaces are folders such as 1-acme in the root.' : `There are ${known.join(', ')}.`,
      details: { space, known },
    })
  }
}

/** A pattern of the privacy settings that can't be matched safely; it must not protect nothing instead. */
export class PrivacyPatternRefusedError extends CodedError {
  constructor({ pattern }: { pattern: string }) {
    super(
      'EXECUTION_PRIVACY_PATTERN',
      `The pattern ${JSON.stringify(pattern.slice(0, 200))} under \`privacy.paths\` could take hours to match or is an extended one; nothing was read.`,
      {
        hint: 'Write it in .datacore/settings.yaml with `*`, `**`, `?`, `[a-z]` and `{a,b}`, with fewer stars, or as several patterns.',
        details: { pattern: pattern.slice(0, 200) },
      },
    )
  }
}

/** Nobody is named who could execute agents, or this one, which is somebody else's to answer. */
export class RunnerNotConfiguredError extends CodedError {
  constructor({
    agent,
    task,
    named,
    remote,
  }: {
    agent: string
    task: string
    named: readonly string[]
    /** Where the card of the agent lies, if it answers over A2A itself. */
    remote?: { readonly url: string } | undefined
  }) {
    const have =
      named.length === 0 ? 'The settings name no runner' : `The settings name ${named.join(', ')} and none as default`
    const why =
      remote === undefined
        ? `${have}, so ${agent} can't be run.`
        : `${agent} answers over A2A, and the settings name no runner for it; another program would only make its answer up.`
    super('RUNNER_NOT_CONFIGURED', why, {
      hint: remote === undefined ? localHint(agent, task) : remoteHint(agent, { ...remote, named }),
      details: { agent, named },
    })
  }
}

function localHint(agent: string, task: string): string {
  return `Write to .datacore/settings.yaml, for example:
runners:
  default: claude
  claude: {plugin: runner-command, command: [claude, -p]}
  local: {plugin: runner-openai-compatible, base_url: "http://127.0.0.1:11434/v1", model: qwen3}
Or see what the agent would be given, to paste it anywhere: datacortex agent context ${agent} ${shellWord(task)}`
}

function remoteHint(
  agent: string,
  { url, named }: { readonly url: string; readonly named: readonly string[] },
): string {
  const isFree = !['default', 'agents', 'code', ...named].includes(agent)
  const runner = JSON.stringify(isFree ? agent : `remote-${agent}`)
  return `Write to .datacore/settings.yaml:
runners:
  agents: {${JSON.stringify(agent)}: ${runner}}
  ${runner}: {plugin: runner-a2a, url: ${JSON.stringify(url)}}
\`url\` is the folder that holds .well-known/agent-card.json, or the card itself. Another runner of the settings can be named for it, too.`
}

/** A runner was asked for that the settings don't name. */
export class RunnerUnknownError extends CodedError {
  constructor({ name, askedBy, named }: { name: string; askedBy: string; named: readonly string[] }) {
    super('RUNNER_UNKNOWN', `There is no runner ${JSON.stringify(name)}, which ${askedBy} names.`, {
      hint:
        named.length === 0
          ? 'Name one under `runners` in .datacore/settings.yaml.'
          : `There ${named.length === 1 ? 'is' : 'are'} ${named.join(', ')}; see \`runners\` in .datacore/settings.yaml.`,
      details: { name, named },
    })
  }
}

/** The module that a runner's settings name can't run agents. */
export class RunnerUnavailableError extends CodedError {
  constructor({ name, reason, hint }: { name: string; reason: string; hint?: string | undefined }) {
    super('RUNNER_UNAVAILABLE', `The runner ${name} can't be used: ${reason}.`, {
      hint:
        hint ??
        'Correct `plugin` of this runner in .datacore/settings.yaml; `datacortex module list` shows the modules.',
      details: { name, transient: false },
    })
  }
}

/** A coded agent does not take what the task hands over. */
export class RunnerInputRefusedError extends CodedError {
  constructor({
    agent,
    tried,
    accepts,
    unread = [],
  }: {
    agent: string
    tried: readonly string[]
    accepts: readonly string[]
    /** Paths and addresses inside of the task. */
    unread?: readonly string[] | undefined
  }) {
    const [named] = unread
    const wanted =
      named === undefined
        ? 'Give a file of the space, an address or a text as the task'
        : `Give one path or address alone as the task, such as ${named}`
    super('RUNNER_INPUT_REFUSED', `The code of ${agent} does not take ${tried.join(' or ')}.`, {
      hint: `${wanted}; it takes ${accepts.join(', ')}.`,
      details: { agent, tried, accepts, unread, transient: false },
    })
  }
}

/** The task is the path of a file, and there is none that can be read. */
export class RunnerInputUnreadableError extends CodedError {
  constructor({ agent, path, reason, cause }: { agent: string; path: string; reason: string; cause?: unknown }) {
    super('RUNNER_INPUT_UNREADABLE', `${agent} can't read ${path}: ${reason}.`, {
      hint: 'Give the path of a file from the root of the space.',
      details: { agent, path, transient: false },
      cause,
    })
  }
}

/** The task names a file that the agent is not given: above its privacy level, with secrets, too large, or outside. */
export class RunnerInputClosedError extends CodedError {
  constructor({ agent, path, reason, hint }: { agent: string; path: string; reason: string; hint?: string }) {
    super('RUNNER_INPUT_CLOSED', `${agent} may not read ${path}: ${reason}.`, {
      hint: hint ?? `Give ${agent} a level under \`privacy.agents\` in .datacore/settings.yaml, or another file.`,
      details: { agent, path, transient: false },
    })
  }
}

/** A skill was asked for that the agent does not have. Nothing ran. */
export class SkillUnknownError extends CodedError {
  /** `skills`: ids of those that it has, the nearest first. */
  constructor({ agent, skill, skills }: { agent: string; skill: string; skills: readonly string[] }) {
    const more = skills.length > 10 ? ` and ${skills.length - 10} more` : ''
    super('EXECUTION_SKILL_UNKNOWN', `${agent} has no skill ${JSON.stringify(skill.slice(0, 200))}; nothing ran.`, {
      hint: `It has ${skills.slice(0, 10).join(', ')}${more}. Without a skill it runs as well.`,
      details: { agent, skill: skill.slice(0, 200), skills: skills.slice(0, 100) },
    })
  }
}

/** An id that can't be the name of an execution. Nothing ran. */
export class ExecutionIdInvalidError extends CodedError {
  constructor({ id }: { id: string }) {
    super('EXECUTION_ID_INVALID', `${JSON.stringify(id.slice(0, 80))} can't be the id of an execution; nothing ran.`, {
      hint: 'Use letters, digits, dots, dashes and underscores, at most 120, or leave the id out.',
      details: { id: id.slice(0, 200) },
    })
  }
}

/** A run took longer than its runner's time limit, and was stopped. */
export class ExecutionTimeoutError extends CodedError {
  constructor({ runner, timeoutMs }: { runner: string; timeoutMs: number }) {
    super('EXECUTION_TIMEOUT', `The runner ${runner} did not finish within ${timeoutMs} ms and was stopped.`, {
      hint: `Raise \`timeout_ms\` of ${runner} in .datacore/settings.yaml, or ask for less.`,
      details: { runner, timeoutMs, transient: true },
    })
  }
}

/** A runner threw something that has no code, or answered something that is no result. */
export class RunnerFailedError extends CodedError {
  constructor({ runner, reason, cause }: { runner: string; reason: string; cause?: unknown }) {
    super('RUNNER_FAILED', `The runner ${runner} failed: ${reason}.`, {
      hint: 'If it happens again, tell the author of the module.',
      details: { runner },
      cause,
    })
  }
}

function shellWord(text: string): string {
  return `'${text.replace(/\s+/g, ' ').slice(0, 200).replaceAll("'", "'\\''")}'`
}

const unreadCodes: ReadonlySet<string> = new Set([
  'EXECUTION_LOG_DAMAGED',
  'EXECUTION_LOG_ENTRY',
  'EXECUTION_LOG_PART_MISSING',
  'EXECUTION_LOG_PART_UNREADABLE',
])

/** The log has no execution with this id. */
export class ExecutionUnknownError extends CodedError {
  /** @param facts - `id` of the execution; `findings` of the log, as it may stand in what could not be read. */
  constructor({ id, findings = [] }: { id: string; findings?: readonly Finding[] | undefined }) {
    const unread = findings.find(({ code }) => unreadCodes.has(code))
    super('EXECUTION_UNKNOWN', `The execution log has no execution ${JSON.stringify(id)}.`, {
      hint:
        unread === undefined
          ? '`datacortex log list` shows the executions with their ids.'
          : `It may stand in what could not be read. ${unread.message} ${unread.hint ?? ''}`.trimEnd(),
      details: { id },
    })
  }
}

/** An agent was to evaluate its own run. Nothing was written. */
export class SelfEvaluationError extends CodedError {
  constructor({ agent, execution }: { agent: string; execution: string }) {
    super('EXECUTION_SELF_EVALUATION', `${agent} ran ${execution} itself, so it can't evaluate it.`, {
      hint: 'Let another agent evaluate it, or a person, outside of its runs (`--by user`).',
      details: { agent, execution },
    })
  }
}

/** An evaluation or a verdict breaks a rule. Nothing was written. */
export class EvaluationInvalidError extends CodedError {
  constructor({ issues }: { issues: readonly string[] }) {
    super('EXECUTION_EVALUATION_INVALID', `This evaluation can't be recorded: ${issues.join('; ')}.`, {
      hint: 'Correct it and evaluate again; nothing was written.',
      details: { issues },
    })
  }
}
