import { z } from 'zod'
import { mayKnowOf } from '../caller/own-work.ts'
import { operation } from '../operation.ts'

export const interruptedRuns = operation({
  input: z.strictObject({}),
  output: z.looseObject({ findings: z.array(z.looseObject({ code: z.string(), message: z.string() })) }),
  run: async ({ paths, caller }) => {
    const { recoverRuns } = await import('@datacortex/execution')
    return {
      findings: await recoverRuns(paths, {
        dryRun: true,
        shows: ({ client, called_by: by }) => mayKnowOf(caller, client ?? by),
      }),
    }
  },
})
