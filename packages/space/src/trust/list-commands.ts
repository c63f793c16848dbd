import { z } from 'zod'
import { operation } from '../operation.ts'
import { commandsOf, shownCommand } from './commands-of.ts'

/** The commands that the space wants to run. */
export const listCommands = operation({
  input: z.strictObject({}),
  output: z.looseObject({ commands: z.array(z.looseObject({ name: z.string(), state: z.string() })) }),
  run: async (work) => ({
    commands: (await commandsOf(work)).map(shownCommand),
  }),
})
