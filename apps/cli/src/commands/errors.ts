import { CodedError } from '@datacortex/errors'

/** The program loads parts of itself late, and they are gone when it was updated or built anew meanwhile. */
export class ProgramReplacedError extends CodedError {
  constructor({ cause }: { cause: unknown }) {
    super('CLI_PROGRAM_REPLACED', 'datacortex was updated or built anew while this ran, and a part of it is gone.', {
      hint: 'Run the command again; what it had written until then is there.',
      cause,
    })
  }
}
