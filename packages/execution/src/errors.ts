import { type Finding, errorsOf } from '@datacortex/errors'

type NotConfigured = {
  readonly agent: string
  readonly task: string
  readonly named: readonly string[]
  readonly remote?: { url: string } | undefined
}

type InputRefused = {
  readonly agent: string
  readonly tried: readonly string[]
  readonly accepts: readonly string[]
  readonly unread?: readonly string[] | undefined
}

/** Makes the errors of runs, runners and their log. */
export const executionError = errorsOf({
  EXECUTION_ID_TAKEN: {
    message: ({ id }: { id: string }) => `There is an execution ${JSON.stringify(id)} already; nothing was written.`,
    hint: 'Leave the id out and one is made, or give another one.',
  },
  EXECUTION_ENTRY_INVALID: {
    message: ({ list, problem }: { list: string; problem: string }) =>
      `This can't be added to ${list} of the execution log: ${problem}.`,
    hint: 'Correct it and log it again; nothing was written.',
  },
  EXECUTION_LOG_UNREADABLE: {
    message: ({ file, reason }: { file: string; reason: string }) =>
      `The execution log ${file} can't be read: ${reason}. Nothing was written.`,
    hint: 'Give the program access to the file, or move it away.',
  },
  EXECUTION_SYNC_UNREADABLE: {
    message: ({ reason }: { reason: string }) => `A batch of executions can't be read: ${reason}. Nothing was taken.`,
    hint: 'Push again: what is there already is not taken twice.',
  },
  EXECUTION_SYNC_FORGED: {
    message: ({ machine }: { machine: string }) =>
      `A batch of executions is not signed by machine ${machine}, whose it says it is. Nothing was taken.`,
    hint: 'Somebody changed it on its way, or made it up. Push again from that machine.',
  },
  EXECUTION_SYNC_TOO_LARGE: {
    message: ({ sizeBytes, most }: { sizeBytes: number; most: number }) =>
      `Executions of ${sizeBytes.toLocaleString('en')} bytes are more than ${most.toLocaleString('en')}. Nothing was taken.`,
    hint: 'A machine of this program never pushes that much at once; where a server is full, give it another token.',
  },
  EXECUTION_SYNC_OTHER_SPACE: {
    message: ({ space }: { space: string }) =>
      `A batch of executions is of the space ${JSON.stringify(space)}, and here are those of another one. Nothing was taken.`,
    hint: 'Each space has a token or a branch of its own.',
  },
  EXECUTION_SYNC_ORDER: {
    message: ({ stream, number, reason }: { stream: string; number: number; reason: string }) =>
      `Batch ${number} of ${stream} is out of order: ${reason}. Nothing was taken.`,
    hint: 'Push again from the machine that it came from.',
  },
  EXECUTION_SPACE_UNKNOWN: {
    message: ({ space }: { space: string; known: readonly string[] }) => `There is no space ${JSON.stringify(space)}.`,
    hint: ({ known }) =>
      known.length === 0 ? 'Spaces are folders such as 1-acme in the root.' : `There are ${known.join(', ')}.`,
  },
  EXECUTION_PRIVACY_PATTERN: {
    message: ({ pattern }: { pattern: string }) =>
      `The pattern ${JSON.stringify(pattern.slice(0, 200))} under \`privacy.paths\` could take hours to match or is an extended one; nothing was read.`,
    hint: 'Write it in .datacore/settings.yaml with `*`, `**`, `?`, `[a-z]` and `{a,b}`, with fewer stars, or as several patterns.',
    details: ({ pattern }) => ({ pattern: pattern.slice(0, 200) }),
  },
  RUNNER_NOT_CONFIGURED: {
    message: ({ agent, named, remote }: NotConfigured) => {
      const have =
        named.length === 0 ? 'The settings name no runner' : `The settings name ${named.join(', ')} and none as default`
      return remote === undefined
        ? `${have}, so ${agent} can't be run.`
        : `${agent} answers over A2A, and the settings name no runner for it; another program would only make its answer up.`
    },
    hint: ({ agent, task, named, remote }) =>
      remote === undefined ? localHint(agent, task) : remoteHint(agent, { ...remote, named }),
    details: ({ agent, named }) => ({ agent, named }),
  },
  RUNNER_UNKNOWN: {
    message: ({ name, askedBy }: { name: string; askedBy: string; named: readonly string[] }) =>
      `There is no runner ${JSON.stringify(name)}, which ${askedBy} names.`,
    hint: ({ named }) =>
      named.length === 0
        ? 'datacortex runner add claude-code, or another that `datacortex runner list` shows'
        : `There ${named.length === 1 ? 'is' : 'are'} ${named.join(', ')}; see \`runners\` in .datacore/settings.yaml.`,
    details: ({ name, named }) => ({ name, named }),
  },
  RUNNER_UNAVAILABLE: {
    message: ({ name, reason }: { name: string; reason: string; hint?: string | undefined }) =>
      `The runner ${name} can't be used: ${reason}.`,
    hint: ({ hint }) =>
      hint ?? 'Correct `plugin` of this runner in .datacore/settings.yaml; `datacortex module list` shows the modules.',
    details: ({ name }) => ({ name, transient: false }),
  },
  RUNNER_ANSWER_UNREADABLE: {
    message: ({ name, answer }: { name: string; answer: string }) =>
      answer === ''
        ? `The runner ${name} answered nothing.`
        : `The runner ${name} did not answer what it was asked: ${answer}`,
    hint: 'Ask the program by hand; let `command` of this runner print its answer, or the JSON that runner-command reads.',
    details: ({ name }) => ({ name, transient: false }),
  },
  RUNNER_INPUT_REFUSED: {
    message: ({ agent, tried }: InputRefused) => `The code of ${agent} does not take ${tried.join(' or ')}.`,
    hint: ({ accepts, unread = [] }) => {
      const [named] = unread
      const wanted =
        named === undefined
          ? 'Give a file of the space, an address or a text as the task'
          : `Give one path or address alone as the task, such as ${named}`
      return `${wanted}; it takes ${accepts.join(', ')}.`
    },
    details: ({ agent, tried, accepts, unread = [] }) => ({ agent, tried, accepts, unread, transient: false }),
  },
  RUNNER_INPUT_UNREADABLE: {
    message: ({ agent, path, reason }: { agent: string; path: string; reason: string }) =>
      `${agent} can't read ${path}: ${reason}.`,
    hint: 'Give the path of a file from the root of the space.',
    details: ({ agent, path }) => ({ agent, path, transient: false }),
  },
  RUNNER_INPUT_CLOSED: {
    message: ({ agent, path, reason }: { agent: string; path: string; reason: string; hint?: string }) =>
      `${agent} may not read ${path}: ${reason}.`,
    hint: ({ agent, hint }) =>
      hint ?? `Give ${agent} a level under \`privacy.agents\` in .datacore/settings.yaml, or another file.`,
    details: ({ agent, path }) => ({ agent, path, transient: false }),
  },
  EXECUTION_SKILL_UNKNOWN: {
    message: ({ agent, skill }: { agent: string; skill: string; skills: readonly string[] }) =>
      `${agent} has no skill ${JSON.stringify(skill.slice(0, 200))}; nothing ran.`,
    hint: ({ skills }) => {
      const more = skills.length > 10 ? ` and ${skills.length - 10} more` : ''
      return `It has ${skills.slice(0, 10).join(', ')}${more}. Without a skill it runs as well.`
    },
    details: ({ agent, skill, skills }) => ({ agent, skill: skill.slice(0, 200), skills: skills.slice(0, 100) }),
  },
  EXECUTION_ID_INVALID: {
    message: ({ id }: { id: string }) =>
      `${JSON.stringify(id.slice(0, 80))} can't be the id of an execution; nothing ran.`,
    hint: 'Use letters, digits, dots, dashes and underscores, at most 120, or leave the id out.',
    details: ({ id }) => ({ id: id.slice(0, 200) }),
  },
  EXECUTION_TIMEOUT: {
    message: ({ runner, timeoutMs }: { runner: string; timeoutMs: number }) =>
      `The runner ${runner} did not finish within ${timeoutMs} ms and was stopped.`,
    hint: ({ runner }) => `Raise \`timeout_ms\` of ${runner} in .datacore/settings.yaml, or ask for less.`,
    details: ({ runner, timeoutMs }) => ({ runner, timeoutMs, transient: true }),
  },
  RUNNER_FAILED: {
    message: ({ runner, reason }: { runner: string; reason: string }) => `The runner ${runner} failed: ${reason}.`,
    hint: 'If it happens again, tell the author of the module.',
    details: ({ runner }) => ({ runner }),
  },
  EXECUTION_UNKNOWN: {
    message: ({ id }: { id: string; findings?: readonly Finding[] | undefined }) =>
      `The execution log has no execution ${JSON.stringify(id)}.`,
    hint: ({ findings = [] }) => {
      const unread = findings.find(({ code }) => unreadCodes.has(code))
      return unread === undefined
        ? '`datacortex log list` shows the executions with their ids.'
        : `It may stand in what could not be read. ${unread.message} ${unread.hint ?? ''}`.trimEnd()
    },
    details: ({ id }) => ({ id }),
  },
  EXECUTION_VERSION_UNKNOWN: {
    message: ({ agent, version, known }: { agent: string; version: string | undefined; known: readonly string[] }) =>
      version === undefined
        ? `There is no version of ${agent} but this one.`
        : `${known.length === 0 ? 'No version' : 'No such version'} of ${agent} is kept: ${version}.`,
    hint: ({ known }) =>
      known.length === 0
        ? 'What an agent is made of is kept when it runs: change it, and compare it then.'
        : `There are ${known.join(', ')}.`,
  },
  EXECUTION_SELF_EVALUATION: {
    message: ({ agent, execution }: { agent: string; execution: string }) =>
      `${agent} ran ${execution} itself, so it can't evaluate it.`,
    hint: 'Let another agent evaluate it, or a person, outside of its runs (`--by user`).',
  },
  EXECUTION_EVALUATION_INVALID: {
    message: ({ issues }: { issues: readonly string[] }) => `This evaluation can't be recorded: ${issues.join('; ')}.`,
    hint: 'Correct it and evaluate again; nothing was written.',
  },
  EXECUTION_PRECONDITION_MISSING: {
    message: ({ agent, files }: { agent: string; files: readonly string[] }) =>
      `${agent} is not run: its hook validate-preconditions asks for ${files.join(', ')}, which is not there.`,
    hint: 'Make it, or take it out of `required_files` in agents.yaml; `abort_on_failure: false` there only tells of it.',
  },
})

const unreadCodes: ReadonlySet<string> = new Set([
  'EXECUTION_LOG_DAMAGED',
  'EXECUTION_LOG_ENTRY',
  'EXECUTION_LOG_PART_MISSING',
  'EXECUTION_LOG_PART_UNREADABLE',
])

function localHint(agent: string, task: string): string {
  return `datacortex runner add claude-code   (or codex, opencode, gemini; a model on this machine: openai-compatible --model qwen3)
Or see what the agent would be given, to paste it anywhere: datacortex agent context ${agent} ${shellWord(task)}`
}

function remoteHint(agent: string, { url, named }: { url: string; named: readonly string[] }): string {
  const isFree = !['default', 'agents', 'code', ...named].includes(agent)
  const runner = JSON.stringify(isFree ? agent : `remote-${agent}`)
  return `Write to .datacore/settings.yaml:
runners:
  agents: {${JSON.stringify(agent)}: ${runner}}
  ${runner}: {plugin: runner-a2a, url: ${JSON.stringify(url)}}
\`url\` is the folder that holds .well-known/agent-card.json, or the card itself. Another runner of the settings can be named for it, too.`
}

function shellWord(text: string): string {
  return `'${text.replace(/\s+/g, ' ').slice(0, 200).replaceAll("'", "'\\''")}'`
}
