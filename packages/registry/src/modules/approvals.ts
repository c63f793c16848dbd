import type { ApprovalKey, ApprovalOptions } from '@datacortex/platform'
import { readApproval, writeApproval } from '@datacortex/platform'

/** Remembers that this user said yes to exactly these files. */
export async function approveModule(
  integrity: string,
  { name, version, userDirectory }: ApprovalOptions & { readonly name: string; readonly version: string },
): Promise<void> {
  if (await isApproved(integrity, { userDirectory })) return
  await writeApproval(keyOf(integrity), { note: { name, version, integrity }, userDirectory })
}

/** Whether this user said yes to exactly these files. */
export async function isApproved(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return (await readApproval(keyOf(integrity), options))?.['integrity'] === integrity
}

function keyOf(integrity: string): ApprovalKey {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return { kind: 'approved-modules', digest }
}
