import { join } from 'node:path'
import { type ApprovalKey, type ApprovalOptions, namesIn, readApproval, userPaths } from '@datacortex/platform'

/** A command of an MCP source that this user said yes to, and what was noted then. */
export type StoredApproval = { readonly key: ApprovalKey; readonly note: Readonly<Record<string, unknown>> }

const kind = 'approved-mcp'

/** Every kept yes to a command of an MCP source, also of commands that no source has now; damaged ones are none. */
export async function storedApprovals(options: ApprovalOptions = {}): Promise<readonly StoredApproval[]> {
  const names = await namesIn(join(options.userDirectory ?? userPaths().config, kind))
  const stored: StoredApproval[] = []
  for (const name of names) {
    const digest = /^([0-9a-f]+)\.json$/.exec(name)?.[1]
    const key = { kind, digest: digest ?? '' } as const
    const note = digest === undefined ? undefined : await readApproval(key, options)
    if (note !== undefined) stored.push({ key, note })
  }
  return stored
}
