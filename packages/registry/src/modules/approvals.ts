import { join } from 'node:path'
import { readTextFile, userPaths, writeFileAtomically } from '@datacortex/platform'

/** Whose approvals count. */
export type ApprovalOptions = {
  /** Folder of the user's own settings; that of the operating system if absent. */
  readonly userDirectory?: string | undefined
}

/**
 * Remembers that this user said yes to exactly these files.
 *
 * Approvals lie outside the space, one file each, so that a space from somewhere else can't bring its own.
 */
export async function approveModule(
  integrity: string,
  { name, version, userDirectory }: ApprovalOptions & { readonly name: string; readonly version: string },
): Promise<void> {
  if (await isApproved(integrity, { userDirectory })) return
  const note = { name, version, integrity, approvedAt: new Date().toISOString() }
  await writeFileAtomically(approvalFile(integrity, { userDirectory }), `${JSON.stringify(note)}\n`, { mode: 0o600 })
}

/** Whether this user said yes to exactly these files. */
export async function isApproved(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  const read = await readTextFile(approvalFile(integrity, options))
  return read.ok && read.text.includes(JSON.stringify(integrity))
}

function approvalFile(integrity: string, { userDirectory }: ApprovalOptions): string {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return join(userDirectory ?? userPaths().config, 'approved-modules', `${digest}.json`)
}
