import { readLog, executionError } from '@datacortex/execution'
import { type RatingReport, rateAgents as rate } from '@datacortex/export'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { exact, name } from '../schema.ts'
import { chainInput, sendInput, sendOptions } from './chain-input.ts'

export const rateAgents = operation({
  input: z.strictObject({
    ...chainInput,
    ...sendInput,
    /** Ids; all executions that were evaluated if absent or empty. */
    executions: z.array(name).optional(),
    reputation: exact.optional().describe('The reputation registry, if not the one of the network.'),
  }),
  output: z.looseObject({
    confirmed: z.boolean(),
    results: z.array(z.looseObject({ id: z.string(), evaluation: z.string(), status: z.string() })),
  }),
  run: async (work, { executions: named, reputation, ...asked }): Promise<RatingReport> => {
    const wanted = new Set(named)
    const { executions, evaluations: all } = await readLog(work.paths, { signal: work.signal })
    for (const id of wanted) {
      if (all.some(({ execution_id: evaluated }) => evaluated === id)) continue
      if (!executions.some((one) => one.id === id)) throw executionError('EXECUTION_UNKNOWN', { id })
      throw spaceError('CLI_USAGE', {
        message: `The execution ${id} was not evaluated.`,
        hint: '`datacortex evaluate --help`',
      })
    }
    const evaluations = all.filter(({ execution_id: id }) => wanted.size === 0 || wanted.has(id))
    const catalogue = await work.catalogue()
    return await rate(work.paths, { ...(await sendOptions(work, asked)), reputation, evaluations, catalogue })
  },
})
