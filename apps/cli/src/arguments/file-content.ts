import type { InputOf } from '@datacortex/space'
import { spaceError } from '@datacortex/space/errors'

/** What registration files say beside the registry, as arguments. */
export type ContentArguments = {
  readonly active?: true | undefined
  readonly image?: string | undefined
  readonly webUrl?: string | undefined
  readonly mcpUrl?: string | undefined
  readonly mcpVersion?: string | undefined
}

/** What registration files say beside the registry, as operations are asked. */
export function fileContent({
  active,
  image,
  webUrl: web_url,
  mcpUrl: url,
  mcpVersion: version,
}: ContentArguments): Pick<InputOf<'publish.registrations'>, 'active' | 'image' | 'web_url' | 'mcp'> {
  if ((url === undefined) !== (version === undefined))
    throw spaceError('CLI_USAGE', {
      message: '--mcp-url and --mcp-version belong together.',
      hint: 'Give both, such as --mcp-url https://agents.example.org/mcp --mcp-version 2025-06-18',
    })
  return { active, image, web_url, mcp: url === undefined || version === undefined ? undefined : { url, version } }
}
