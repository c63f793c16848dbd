import { z } from 'zod'
import { operation } from '../operation.ts'
import { shownWanted, wantedOf } from './wanted-of.ts'

export const showTrust = operation({
  input: z.strictObject({}),
  output: z.looseObject({
    state: z.enum(['trusted', 'restricted']),
    wants: z.array(z.looseObject({ name: z.string(), state: z.string() })),
    commands: z.array(z.looseObject({ name: z.string(), state: z.string() })),
  }),
  run: async (work) => shownWanted(work, await wantedOf(work)),
})
