import { z } from 'zod'
import { operation } from '../operation.ts'

/** Runs whose process was stopped before they ended, and what they may have left running. */
export const interruptedRuns = operation({
  input: z.strictObject({}),
  output: z.looseObject({ findings: z.array(z.looseObject({ code: z.string(), message: z.string() })) }),
  run: async ({ paths }) => {
    const { recoverRuns } = await import('@datacortex/execution')
    return { findings: await recoverRuns(paths, { dryRun: true }) }
  },
})
