import { type MakeError, errorsOf } from '@datacortex/errors'

export type McpErrors = {
  readonly CLI_CONNECTION_BROKEN: { readonly reason: string }
  readonly MCP_OVERLOADED: { readonly waiting: number }
}

export const mcpError: MakeError<McpErrors> = errorsOf<McpErrors>({
  CLI_CONNECTION_BROKEN: {
    message: ({ reason }) => `The connection of the client broke: ${reason}.`,
    hint: 'Messages of more than 10 MB are not kept. Start it again.',
  },
  MCP_OVERLOADED: {
    message: ({ waiting }) => `${waiting} calls are waiting already. Nothing was done.`,
    hint: 'Try again later.',
  },
})
