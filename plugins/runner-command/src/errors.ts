import { type MakeError, errorsOf } from '@datacortex/errors'

export type CommandErrors = {
  readonly RUNNER_COMMAND_NOT_STARTED: { readonly program: string; readonly reason: string }
  readonly RUNNER_COMMAND_FAILED: {
    readonly program: string
    readonly status: number | string
    readonly stderr: string
    /** The end of it, for where programs tell of errors that have nothing on stderr. */
    readonly stdout: string
  }
}

export const commandError: MakeError<CommandErrors> = errorsOf<CommandErrors>({
  RUNNER_COMMAND_NOT_STARTED: {
    message: ({ program, reason }) => `The program ${program} could not be started: ${reason}.`,
    hint: 'Check that it is installed, and correct `command` of this runner in .datacore/settings.yaml.',
    details: ({ program, reason }) => ({ program, reason, transient: false }),
  },
  RUNNER_COMMAND_FAILED: {
    message: ({ program, status, stderr, stdout }) => {
      const saidOnStdout =
        stdout === '' ? 'It said nothing' : `It said nothing on stderr, and last on stdout: ${stdout}`
      return `The program ${program} ended with ${status}. ${stderr === '' ? saidOnStdout : `It said: ${stderr}`}`
    },
    hint: 'Run the program by hand with the same input: `datacortex agent context ID TASK` shows it.',
    // Without a word from the program itself, what it said decides whether to try again.
    details: ({ program, status }) => ({
      program,
      status,
      ...(status === temporaryFailure ? { transient: true } : {}),
    }),
  },
})

// What programs end with to say "try again later" (sysexits.h).
const temporaryFailure = 75
