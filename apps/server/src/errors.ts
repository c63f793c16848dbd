import { CodedError } from '@datacortex/errors'

/** Arguments that can't be understood. Exit status 2. */
export class ServerUsageError extends CodedError {
  constructor({ message }: { message: string }) {
    super('SERVER_USAGE', message, { hint: 'datacortex-server --help' })
  }
}
