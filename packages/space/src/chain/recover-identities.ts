import { type RecoverReport, recoverAgents } from '@datacortex/export'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { exact, name } from '../schema.ts'
import { accountInput, fileInput, fileOptions, sendOptions } from './chain-input.ts'

export type RecoveredIdentities = RecoverReport & {
  /** False: nothing was written. */
  readonly confirmed: boolean
}

export const recoverIdentities = operation({
  input: z.strictObject({
    ...fileInput,
    ...accountInput,
    ids: z.array(name).optional().describe('All agents if absent or empty.'),
    owner: exact.optional().describe('The account; that of the key if absent.'),
  }),
  output: z.looseObject({
    confirmed: z.boolean(),
    results: z.array(z.looseObject({ id: z.string(), status: z.string() })),
  }),
  run: async (work, asked): Promise<RecoveredIdentities> => {
    const { ids, owner } = asked
    const options = { ...(await fileOptions(work, asked)), ...(await sendOptions(work, asked)), ids, owner }
    return { ...(await recoverAgents(work.paths, options)), confirmed: options.confirm }
  },
})
