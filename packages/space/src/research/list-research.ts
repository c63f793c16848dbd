import type { RunSummary } from '@datacortex/research'
import { z } from 'zod'
import { mayKnowOf } from '../caller/own-work.ts'
import { operation } from '../operation.ts'

export const listResearch = operation({
  input: z.strictObject({}),
  output: z.looseObject({ runs: z.array(z.looseObject({ id: z.string(), state: z.string(), topic: z.string() })) }),
  run: async ({ paths, caller }): Promise<{ readonly runs: readonly RunSummary[] }> => {
    const { listRuns } = await import('@datacortex/research')
    return { runs: (await listRuns(paths)).filter(({ config }) => mayKnowOf(caller, config['client'])) }
  },
})
