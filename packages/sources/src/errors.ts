import { type MakeError, errorsOf } from '@datacortex/errors'

export type SourceErrors = {
  readonly SOURCE_MISCONFIGURED: { readonly source: string; readonly reason: string }
  readonly SOURCE_TIMEOUT: { readonly source: string; readonly timeoutMs: number }
  readonly SOURCE_CODE_FAILED: { readonly source: string; readonly reason: string }
  readonly SOURCE_MCP_NOT_APPROVED: { readonly source: string; readonly command: string; readonly reason: string }
  readonly SOURCE_MCP_FAILED: { readonly source: string; readonly reason: string; readonly transient: boolean }
}

export const sourceError: MakeError<SourceErrors> = errorsOf<SourceErrors>({
  SOURCE_MISCONFIGURED: {
    message: ({ source, reason }) => `The source ${source} can't be asked: ${reason}.`,
    hint: 'Correct its entry in .datacore/registry/sources.yaml.',
    details: ({ source }) => ({ source, transient: false }),
  },
  SOURCE_TIMEOUT: {
    message: ({ source, timeoutMs }) => `${source} gave no answer within ${timeoutMs} ms.`,
    hint: 'Ask again later, or raise `timeout_ms` of the source in .datacore/registry/sources.yaml.',
    details: ({ source, timeoutMs }) => ({ source, timeoutMs, transient: true }),
  },
  SOURCE_CODE_FAILED: {
    message: ({ source, reason }) => `The code of the source ${source} failed: ${reason}.`,
    hint: 'Leave the source out with `enabled: false` in .datacore/registry/sources.yaml, and tell its maker.',
    details: ({ source }) => ({ source, transient: false }),
  },
  SOURCE_MCP_NOT_APPROVED: {
    message: ({ source, command, reason }) => `${source} is not started: ${reason}. It is ${command}`,
    hint: ({ source }) => `Look at the command, then approve it: datacortex source approve ${source}`,
    details: ({ source, command }) => ({ source, command, transient: false }),
  },
  SOURCE_MCP_FAILED: {
    message: ({ source, reason }) => `The MCP server of ${source} failed: ${reason}.`,
    hint: 'Start its command by hand to see what it says, or leave the source out with `enabled: false`.',
    details: ({ source, transient }) => ({ source, transient }),
  },
})
