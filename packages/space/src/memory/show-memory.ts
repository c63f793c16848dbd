import type { SessionMemory } from '@datacortex/memory'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { name } from '../schema.ts'
import { shownMemory } from './shown-memories.ts'

/** Which memory is shown. */
export type ShowMemory = { readonly id: string }

/** A memory with where it comes from and whether it holds. */
export type ShownMemory = SessionMemory

/** The input of what asks for one memory. */
export const memoryId: z.ZodString = name.describe('Of the memory, or of the hit of a search.')

/** One memory, also one that does not hold. */
export const showMemory: Operation<ShowMemory, ShownMemory> = {
  input: z.strictObject({ id: memoryId }),
  output: z.looseObject({ id: z.string(), summary: z.string(), status: z.string() }),
  run: async (work, { id }) => await shownMemory(work, id),
}
