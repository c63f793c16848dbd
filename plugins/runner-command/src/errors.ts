import { CodedError } from '@datacortex/errors'

/** The program of a runner could not be started. */
export class CommandNotStartedError extends CodedError {
  constructor({ program, reason, cause }: { program: string; reason: string; cause?: unknown }) {
    super('RUNNER_COMMAND_NOT_STARTED', `The program ${program} could not be started: ${reason}.`, {
      hint: 'Check that it is installed, and correct `command` of this runner in .datacore/settings.yaml.',
      details: { program, reason, transient: false },
      cause,
    })
  }
}

// What programs end with to say "try again later" (sysexits.h).
const temporaryFailure = 75

/** The program of a runner ended with a status that says it failed. */
export class CommandFailedError extends CodedError {
  /** `stdout`: the end of it, for where programs tell of errors that have nothing on stderr. */
  constructor({
    program,
    status,
    stderr,
    stdout,
  }: {
    program: string
    status: number | string
    stderr: string
    stdout: string
  }) {
    const saidOnStdout = stdout === '' ? 'It said nothing' : `It said nothing on stderr, and last on stdout: ${stdout}`
    const said = stderr === '' ? saidOnStdout : `It said: ${stderr}`
    super('RUNNER_COMMAND_FAILED', `The program ${program} ended with ${status}. ${said}`, {
      hint: 'Run the program by hand with the same input: `datacortex agent context ID TASK` shows it.',
      // Without a word from the program itself, what it said decides whether to try again.
      details: { program, status, ...(status === temporaryFailure ? { transient: true } : {}) },
    })
  }
}
