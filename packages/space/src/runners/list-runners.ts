import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'

export type ListedRunners = {
  /** As the settings name them. `code` is the code of an agent itself. */
  readonly runners: readonly { readonly name: string; readonly module: string }[]
  /** Whom agents get that name none. */
  readonly default: string | null
}

export const listRunners = operation({
  input: z.strictObject({ required: name.optional().describe('Fails unless the settings name it.') }),
  output: z.looseObject({
    runners: z.array(z.looseObject({ name: z.string(), module: z.string() })),
    default: z.string().nullable(),
  }),
  run: async ({ paths }, { required }): Promise<ListedRunners> => {
    const { named, default: usual } = (await readSettings(paths)).runners
    if (required !== undefined && required !== 'code' && !Object.hasOwn(named, required)) {
      const { executionError } = await import('@datacortex/execution')
      throw executionError('RUNNER_UNKNOWN', { name: required, askedBy: '--runner', named: Object.keys(named) })
    }
    return {
      runners: Object.entries(named).map(([one, { plugin }]) => ({ name: one, module: plugin })),
      default: usual ?? null,
    }
  },
})
