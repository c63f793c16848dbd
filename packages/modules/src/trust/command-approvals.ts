import type { ApprovalKey, ApprovalOptions } from '@datacortex/platform'
import { hasApproval, readApproval, removeApproval, writeApproval } from '@datacortex/platform'
import type { ModuleCommand } from './module-command.ts'

/**
 * Remembers that this user said yes to exactly this command in this space.
 *
 * @throws `PLATFORM_FILE_UNWRITABLE` if the folder of the user's settings can't be written.
 * @example await approveCommand(command)
 */
export async function approveCommand(command: ModuleCommand, { userDirectory }: ApprovalOptions = {}): Promise<void> {
  const { module, command: words, env } = command
  await writeApproval(keyOf(command), { note: { module, command: words, env }, userDirectory })
}

/**
 * Whether a command may run: the manifest of its module names it, or this user said yes to exactly it in this space.
 *
 * @example if (!(await isCommandApproved(command))) await approveCommand(command)
 */
export async function isCommandApproved(command: ModuleCommand, options: ApprovalOptions = {}): Promise<boolean> {
  return !command.needsApproval || (await readApproval(keyOf(command), options)) !== undefined
}

/**
 * Whether there is a yes to a command that {@link revokeCommand} would take back, also where it needs none.
 *
 * @example if (await hasCommandApproval(command)) await revokeCommand(command)
 */
export async function hasCommandApproval(command: ModuleCommand, options: ApprovalOptions = {}): Promise<boolean> {
  return await hasApproval(keyOf(command), options)
}

/**
 * Takes the yes to a command back.
 *
 * @returns Whether there was one.
 * @example await revokeCommand(command)
 */
export async function revokeCommand(command: ModuleCommand, options: ApprovalOptions = {}): Promise<boolean> {
  return await removeApproval(keyOf(command), options)
}

function keyOf({ digest }: ModuleCommand): ApprovalKey {
  return { kind: 'approved-commands', digest }
}
