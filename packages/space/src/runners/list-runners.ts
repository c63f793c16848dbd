import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'

export const listRunners = operation({
  input: z.strictObject({ required: name.optional().describe('Fails unless the settings name it.') }),
  output: z.looseObject({
    runners: z.array(z.looseObject({ name: z.string(), module: z.string() })),
    default: z.string().nullable(),
  }),
  run: async ({ paths }, { required }) => {
    const { named, default: usual } = (await readSettings(paths)).runners
    if (required !== undefined && required !== 'code' && !Object.hasOwn(named, required)) {
      const { executionError } = await import('@datacortex/execution')
      throw executionError('RUNNER_UNKNOWN', { name: required, askedBy: '--runner', named: Object.keys(named) })
    }
    return {
      /** As the settings name them. `code` is the code of an agent itself. */
      runners: Object.entries(named).map(([one, { plugin }]) => ({ name: one, module: plugin })),
      /** Whom agents get that name none. */
      default: usual ?? null,
    }
  },
})
