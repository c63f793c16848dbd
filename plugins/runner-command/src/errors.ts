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
  constructor({ program, status, stderr }: { program: string; status: number | string; stderr: string }) {
    const said = stderr === '' ? 'It said nothing on stderr' : `It said: ${stderr}`
    super('RUNNER_COMMAND_FAILED', `The program ${program} ended with ${status}. ${said}`, {
      hint: 'Run the program by hand with the same input: `datacortex agent context ID TASK` shows it.',
      // Without a word from the program itself, what it said decides whether to try again.
      details: { program, status, ...(status === temporaryFailure ? { transient: true } : {}) },
    })
  }
}
