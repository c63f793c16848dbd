import { type ApprovalKey, type ApprovalOptions, readApproval, writeApproval } from '@datacortex/platform'

/**
 * Remembers that this user said yes to exactly these files.
 *
 * @throws `PLATFORM_FILE_UNWRITABLE` if the folder of the user's settings can't be written.
 * @example await approveModule(integrity, { name: 'campaigns', version: '1.2.0' })
 */
export async function approveModule(
  integrity: string,
  { name, version, userDirectory }: ApprovalOptions & { readonly name: string; readonly version: string },
): Promise<void> {
  if (await isModuleApproved(integrity, { userDirectory })) return
  await writeApproval(moduleApproval(integrity), { note: { name, version, integrity }, userDirectory })
}

/**
 * Whether this user said yes to exactly these files.
 *
 * @example if (!(await isModuleApproved(integrity))) return
 */
export async function isModuleApproved(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return (await readApproval(moduleApproval(integrity), options))?.['integrity'] === integrity
}

/**
 * What a yes to these files is kept under.
 *
 * @example if (await hasApproval(moduleApproval(integrity))) await removeApproval(moduleApproval(integrity))
 */
export function moduleApproval(integrity: string): ApprovalKey {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return { kind: 'approved-modules', digest }
}
