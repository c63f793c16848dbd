import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { shownMemory } from './shown-memories.ts'

export const memoryId: z.ZodString = name.describe('Of the memory, or of the hit of a search.')

export const showMemory = operation({
  input: z.strictObject({ id: memoryId }),
  output: z.looseObject({ id: z.string(), summary: z.string(), status: z.string() }),
  run: async (work, { id }) => await shownMemory(work, id),
})
