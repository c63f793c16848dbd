import { spaceError } from '@datacortex/space/errors'

/** What registration files say beside the registry, as arguments. */
export type ContentArguments = {
  readonly active?: true | undefined
  readonly image?: string | undefined
  readonly webUrl?: string | undefined
  readonly mcpUrl?: string | undefined
  readonly mcpVersion?: string | undefined
}

/** The MCP server of the agents, as operations are asked; nothing if none is given. */
export function mcpAsked({ mcpUrl: url, mcpVersion: version }: ContentArguments) {
  if (url !== undefined && version !== undefined) return { mcp: { url, version } }
  if (url === undefined && version === undefined) return {}
  throw spaceError('CLI_USAGE', {
    message: '--mcp-url and --mcp-version belong together.',
    hint: 'Give both, such as --mcp-url https://agents.example.org/mcp --mcp-version 2025-06-18',
  })
}
