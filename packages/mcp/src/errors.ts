import { errorsOf } from '@datacortex/errors'

export const mcpError = errorsOf({
  CLI_CONNECTION_BROKEN: {
    message: ({ reason }: { reason: string }) => `The connection of the client broke: ${reason}.`,
    hint: 'Messages of more than 10 MB are not kept. Start it again.',
  },
  MCP_GROUP_UNKNOWN: {
    message: ({ group }: { group: string; known: string }) => `There is no group ${JSON.stringify(group)} of tools.`,
    hint: ({ known }) => `${known}, or all.`,
  },
  MCP_OVERLOADED: {
    message: ({ waiting }: { waiting: number }) => `${waiting} calls are waiting already. Nothing was done.`,
    hint: 'Try again later.',
  },
})
