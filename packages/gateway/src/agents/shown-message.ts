/** What is said instead of a message that is not for callers. */
const brokenServer = 'The server broke; its log says why.'

/** Errors whose messages hold nothing of the machine: any other may quote files, addresses or secrets. */
const shownCodes: ReadonlySet<string> = new Set(
  (
    'CLI_PART_MISSING CLI_PROGRAM_REPLACED EXECUTION_TIMEOUT GATEWAY_FILE_REFUSED MEMORY_BUDGET_TOO_SMALL ' +
    'MCP_OVERLOADED MODULE_COMMAND_NOT_APPROVED MODULE_INTEGRITY_CHANGED MODULE_NOT_APPROVED ' +
    'REGISTRY_AGENT_NOT_FOUND REGISTRY_AGENT_REMOVED REGISTRY_ALIAS_CYCLE REGISTRY_ALIAS_DANGLING ' +
    'ROUTER_CALL_REFUSED ROUTER_DELEGATE_REFUSED ROUTER_SPAWN_CYCLE ROUTER_SPAWN_DEPTH ROUTER_SPAWN_REFUSED ' +
    'ROUTER_TASK_EMPTY RUNNER_INPUT_CLOSED RUNNER_INPUT_REFUSED RUNNER_INPUT_UNREADABLE RUNNER_NOT_CONFIGURED ' +
    'RUNNER_UNAVAILABLE RUNNER_UNKNOWN SPACE_INPUT_INVALID SPACE_RIGHT_MISSING'
  ).split(' '),
)

/** Errors about what was asked of notes, memories and the log. */
const aboutNotes = /^(?:CLI|WRITES|MEMORY|EXECUTION)_/

/** Nothing broke, and what is missing is for the keeper of the space to know. */
const insteadOf: Readonly<Record<string, string | undefined>> = {
  EXECUTION_PRECONDITION_MISSING: 'What the agent needs before each run is not there; the log of the server says what.',
}

type Telling = { readonly root: string; readonly mayRead?: boolean | undefined; readonly instead?: string | undefined }

/** What callers are told of an error: its message if it is about the agent or the task, else that the log knows. */
export function shownMessage(
  { code, message }: { code: string; message: string },
  { root, mayRead = false, instead = brokenServer }: Telling,
): { readonly message: string; readonly isWithheld: boolean } {
  // The system's own words for a file that can't be read name where it lies.
  const isForCallers = shownCodes.has(code) || (mayRead && aboutNotes.test(code))
  if (isForCallers && !message.includes(root)) return { message, isWithheld: false }
  return { message: insteadOf[code] ?? instead, isWithheld: true }
}
