import { errorsOf } from '@datacortex/errors'

export const sourceError = errorsOf({
  SOURCE_MISCONFIGURED: {
    message: ({ source, reason }: { source: string; reason: string }) =>
      `The source ${source} can't be asked: ${reason}.`,
    hint: 'Correct its entry in .datacore/registry/sources.yaml.',
    details: ({ source }) => ({ source, transient: false }),
  },
  SOURCE_TIMEOUT: {
    message: ({ source, timeoutMs }: { source: string; timeoutMs: number }) =>
      `${source} gave no answer within ${timeoutMs} ms.`,
    hint: 'Ask again later, or raise `timeout_ms` of the source in .datacore/registry/sources.yaml.',
    details: ({ source, timeoutMs }) => ({ source, timeoutMs, transient: true }),
  },
  SOURCE_CODE_FAILED: {
    message: ({ source, reason }: { source: string; reason: string }) =>
      `The code of the source ${source} failed: ${reason}.`,
    hint: 'Leave the source out with `enabled: false` in .datacore/registry/sources.yaml, and tell its maker.',
    details: ({ source }) => ({ source, transient: false }),
  },
  SOURCE_MCP_NOT_APPROVED: {
    message: ({ source, command, reason }: { source: string; command: string; reason: string }) =>
      `${source} is not started: ${reason}. It is ${command}`,
    hint: ({ source }) => `Look at the command, then approve it: datacortex source approve ${source}`,
    details: ({ source, command }) => ({ source, command, transient: false }),
  },
  SOURCE_OPENAPI_UNCLEAR: {
    message: ({ reason }: { reason: string }) => `This OpenAPI description makes no source: ${reason}.`,
    hint: 'Choose with --operation and --url, or write the entry by hand: apps/docs/sources.md shows one.',
  },
  SOURCE_MCP_FAILED: {
    message: ({ source, reason }: { source: string; reason: string; transient: boolean }) =>
      `The MCP server of ${source} failed: ${reason}.`,
    hint: 'Start its command by hand to see what it says, or leave the source out with `enabled: false`.',
    details: ({ source, transient }) => ({ source, transient }),
  },
})
