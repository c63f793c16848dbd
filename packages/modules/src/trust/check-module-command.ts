import { type ApprovalOptions, changesOf, approvalOf } from '@datacortex/platform'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleError } from '../errors.ts'
import { type ModuleCommand, type ModuleCommandOptions, moduleCommand } from './module-command.ts'

/**
 * Refuses the program that the settings of a space have a module run, unless this user said yes to exactly it: what runs
 * because settings say so is shown to a person first, whoever wrote them. Nothing is run.
 *
 * @returns What may run; undefined if the module runs none.
 * @throws `MODULE_COMMAND_NOT_APPROVED`, `MODULE_COMMAND_REFUSED`
 * @example await checkModuleCommand(module, { paths, settings, settingsAt: 'runners.claude' })
 */
export async function checkModuleCommand(
  module: Pick<DiscoveredModule, 'name' | 'manifest'>,
  options: ApprovalOptions & ModuleCommandOptions,
): Promise<ModuleCommand | undefined> {
  const command = await moduleCommand(module, options)
  if (command === undefined) return undefined
  const { refusal, needsApproval, at } = command
  if (refusal !== undefined) throw moduleError('MODULE_COMMAND_REFUSED', { module: module.name, at, reason: refusal })
  if (!needsApproval || (await approvalOf(command, options)) !== undefined) return command
  throw moduleError('MODULE_COMMAND_NOT_APPROVED', { ...command, changes: await changesOf(command, options) })
}
