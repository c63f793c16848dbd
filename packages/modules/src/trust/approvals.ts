import {
  type ApprovalKey,
  type ApprovalOptions,
  hasApproval,
  readApproval,
  removeApproval,
  writeApproval,
} from '@datacortex/platform'

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
  await writeApproval(moduleKey(integrity), { note: { name, version, integrity }, userDirectory })
}

/**
 * Whether this user said yes to exactly these files.
 *
 * @example if (!(await isModuleApproved(integrity))) return
 */
export async function isModuleApproved(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return (await readApproval(moduleKey(integrity), options))?.['integrity'] === integrity
}

/**
 * Whether there is a yes to these files that {@link revokeModule} would take back.
 *
 * @example if (await hasModuleApproval(integrity)) await revokeModule(integrity)
 */
export async function hasModuleApproval(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return await hasApproval(moduleKey(integrity), options)
}

/**
 * Takes the yes to these files back, in all spaces.
 *
 * @returns Whether there was one.
 * @example await revokeModule(integrity)
 */
export async function revokeModule(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return await removeApproval(moduleKey(integrity), options)
}

function moduleKey(integrity: string): ApprovalKey {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return { kind: 'approved-modules', digest }
}
