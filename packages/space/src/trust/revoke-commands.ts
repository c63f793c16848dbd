import { z } from 'zod'
import type { ShownCommand, SpaceCommand } from '../caller/space-commands.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { commandsOf, shownCommand } from './commands-of.ts'

/** Those that had been approved. */
export type CommandsRevoked = {
  readonly revoked: readonly string[]
  readonly commands: readonly ShownCommand[]
  readonly dry_run?: true | undefined
}

/** Takes back what was said of commands. Throws `CLI_USAGE` for a name that no command has. */
export const revokeCommands = operation({
  input: z.strictObject({ names: z.array(name).min(1), dry_run: dryRun }),
  output: z.looseObject({ revoked: z.array(z.string()) }),
  run: async (work, { names, dry_run: isDry = false }): Promise<CommandsRevoked> => {
    const stored = await storedOf(await commandsOf(work, names))
    if (!isDry) for (const { revoke } of stored) await revoke()
    const revoked = stored.map((one) => one.name)
    return { ...(isDry ? { dry_run: true } : {}), revoked, commands: stored.map(shownCommand) }
  },
})

/** Found before any is taken back: entries with the same command share one yes. */
async function storedOf(commands: readonly SpaceCommand[]): Promise<readonly SpaceCommand[]> {
  const stored: SpaceCommand[] = []
  for (const command of commands) if (await command.isStored()) stored.push(command)
  return stored
}
