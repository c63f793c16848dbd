import { CodedError } from '@datacortex/errors'

/** The client of `datacortex mcp` sent what can't be kept; it can't be told any more. */
export class ConnectionBrokenError extends CodedError {
  constructor({ reason, cause }: { reason: string; cause: unknown }) {
    super('CLI_CONNECTION_BROKEN', `The connection of the client broke: ${reason}.`, {
      hint: 'Messages of more than 10 MB are not kept. Start it again.',
      details: { reason },
      cause,
    })
  }
}

/** More calls wait than anybody would wait for. Nothing was done. */
export class OverloadedError extends CodedError {
  constructor({ waiting }: { waiting: number }) {
    super('MCP_OVERLOADED', `${waiting} calls are waiting already. Nothing was done.`, {
      hint: 'Try again later.',
      details: { waiting },
    })
  }
}
