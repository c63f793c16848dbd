import { type Approvable, type ApprovalOptions, approvalOf } from '@datacortex/platform'

/**
 * The code of a module as something that a user can say yes to, in all spaces.
 * @example await approve(moduleApproval(integrity, { name: 'campaigns', version: '1.2.0' }))
 */
export function moduleApproval(integrity: string, { name, version }: { name: string; version: string }): Approvable {
  return { ...keyOf(integrity), at: `modules.${name}`, facts: { version, files: integrity } }
}

/** Whether this user said yes to exactly these files. */
export async function isModuleApproved(integrity: string, options: ApprovalOptions = {}): Promise<boolean> {
  return (await approvalOf(keyOf(integrity), options)) !== undefined
}

function keyOf(integrity: string): Pick<Approvable, 'kind' | 'digest'> {
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return { kind: 'approved-modules', digest }
}
