import { readSettings } from '@datacortex/platform'
import { type ShownCommand, type SpaceCommand, spaceCommands } from '../caller/space-commands.ts'
import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'

/** The commands that a space wants to run. Throws `CLI_USAGE` for a name that no command has. */
export async function commandsOf(work: Work, names: readonly string[] = []): Promise<readonly SpaceCommand[]> {
  const [{ modules }, settings] = await Promise.all([work.catalogue(), readSettings(work.paths)])
  const commands = await spaceCommands(work, { modules: modules.modules, settings })
  const unknown = names.find((name) => !commands.some((command) => command.name === name))
  if (unknown !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `This space has no command ${JSON.stringify(unknown)}.`,
      hint: 'datacortex trust list',
    })
  return names.length === 0 ? commands : commands.filter(({ name }) => names.includes(name))
}

/** A command as a document. */
export function shownCommand(command: SpaceCommand): ShownCommand {
  const { approve: _, isStored: __, revoke: ___, ...shown } = command
  return shown
}
