import { errorsOf } from '@datacortex/errors'

type CommandFailed = {
  readonly program: string
  readonly status: number | string
  readonly stderr: string
  readonly stdout: string
  readonly withheld: readonly string[]
}

export const commandError = errorsOf({
  RUNNER_COMMAND_NOT_STARTED: {
    message: ({ program, reason }: { program: string; reason: string }) =>
      `The program ${program} could not be started: ${reason}.`,
    hint: 'Check that it is installed, and correct `command` of this runner in .datacore/settings.yaml.',
    details: ({ program, reason }) => ({ program, reason, transient: false }),
  },
  RUNNER_COMMAND_FAILED: {
    message: ({ program, status, stderr, stdout }: CommandFailed) => {
      const saidOnStdout =
        stdout === '' ? 'It said nothing' : `It said nothing on stderr, and last on stdout: ${stdout}`
      return `The program ${program} ended with ${status}. ${stderr === '' ? saidOnStdout : `It said: ${stderr}`}`
    },
    hint: ({ withheld }) =>
      withheld.length === 0
        ? 'Run the program by hand with the same input: `datacortex agent context ID TASK` shows it.'
        : `These are set here and were not given to it: ${withheld.join(', ')}. Name what it needs under \`env\` of this runner.`,
    // Without a word from the program itself, what it said decides whether to try again.
    details: ({ program, status, withheld }) => ({
      program,
      status,
      ...(withheld.length === 0 ? {} : { withheld }),
      ...(status === temporaryFailure ? { transient: true } : {}),
    }),
  },
})

// What programs end with to say "try again later" (sysexits.h).
const temporaryFailure = 75
