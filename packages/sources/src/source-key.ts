import { type SpacePaths, approvalOf } from '@datacortex/platform'
import { mcpCommand } from './mcp/mcp-approval.ts'
import type { RegisteredSource } from './read-sources.ts'
import type { SourcePorts } from './source-ports.ts'

/** How sources get their keys: a key of the user's environment was not meant for whomever a space names. */
export function sourceKey({
  secret,
  userDirectory,
  paths,
}: Pick<SourcePorts, 'secret' | 'userDirectory'> & { readonly paths: SpacePaths }): (
  source: RegisteredSource,
  name: string,
) => Promise<string | undefined> {
  return async (source, name) => {
    const { id, mcp, request } = source
    const isApproved = async (): Promise<boolean> =>
      (await approvalOf(await mcpCommand(source, { paths }), { userDirectory })) !== undefined
    const programs = mcp?.command === undefined || (await isApproved()) ? [] : [`the command of the source ${id}`]
    return await secret(name, { source, sentTo: [...hostOf(mcp?.url), ...hostOf(request?.url), ...programs] })
  }
}

function hostOf(url: string | undefined): readonly string[] {
  // Placeholders stand in the path and the parameters only: the host of an entry is written out.
  return url === undefined ? [] : [URL.parse(url)?.host ?? '']
}
