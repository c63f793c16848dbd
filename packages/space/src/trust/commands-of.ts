import { ownPaths, readSettings } from '@datacortex/platform'
import type { ShownCommand, SpaceCommand } from '../caller/space-command.ts'
import { spaceCommands } from '../caller/space-commands.ts'
import type { Work } from '../work.ts'

/** The commands that a space wants to run, also where its user has allowed nothing of what names them. */
export async function commandsOf(work: Work): Promise<readonly SpaceCommand[]> {
  const whole = { ...work, paths: ownPaths(work.paths) }
  const [{ modules }, settings] = await Promise.all([work.catalogue(), readSettings(whole.paths)])
  return await spaceCommands(whole, { modules: modules.modules, settings })
}

export function shownCommand(command: SpaceCommand): ShownCommand {
  const { approve: _, isStored: __, revoke: ___, ...shown } = command
  return shown
}
