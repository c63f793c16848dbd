import type { ApprovalOptions, SpacePaths } from '@datacortex/platform'
import { isCommandApproved } from './command-approvals.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { moduleError } from '../errors.ts'
import { type ModuleCommand, moduleCommand } from './module-command.ts'

/** With which settings a module would run a program. */
export type CheckModuleCommandOptions = ApprovalOptions & {
  readonly paths: SpacePaths
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Where in the settings of the space they stand, for the error; `plugins.<name>` if absent. */
  readonly settingsAt?: string | undefined
}

/**
 * Refuses the program that the settings of a space have a module run, unless this user said yes to exactly it: what runs
 * because settings say so is shown to a person first, whoever wrote them. Nothing is run.
 *
 * @returns What may run; undefined if the module runs none.
 * @throws `MODULE_COMMAND_NOT_APPROVED`
 * @example await checkModuleCommand(module, { paths, settings, settingsAt: 'runners.claude' })
 */
export async function checkModuleCommand(
  module: Pick<DiscoveredModule, 'name' | 'manifest'>,
  options: CheckModuleCommandOptions,
): Promise<ModuleCommand | undefined> {
  const command = await moduleCommand(module, options)
  if (command === undefined || (await isCommandApproved(command, options))) return command
  throw moduleError('MODULE_COMMAND_NOT_APPROVED', { ...command, at: options.settingsAt ?? `plugins.${module.name}` })
}
