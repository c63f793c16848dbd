import { z } from 'zod'
import type { ShownCommand } from '../caller/space-commands.ts'
import { operation } from '../operation.ts'
import { commandsOf, shownCommand } from './commands-of.ts'

/** Every command that the space wants to run, exactly, and whether it may. */
export type ListedCommands = { readonly commands: readonly ShownCommand[] }

/** The commands that the space wants to run. */
export const listCommands = operation({
  input: z.strictObject({}),
  output: z.looseObject({ commands: z.array(z.looseObject({ name: z.string(), state: z.string() })) }),
  run: async (work): Promise<ListedCommands> => ({ commands: (await commandsOf(work)).map(shownCommand) }),
})
