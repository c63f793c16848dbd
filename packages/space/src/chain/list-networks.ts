import { type ListedNetwork, listNetworks as listAll } from '@datacortex/export'
import { z } from 'zod'
import { freeOperation } from '../operation.ts'

export const listNetworks = freeOperation({
  input: z.strictObject({}),
  output: z.looseObject({ networks: z.array(z.looseObject({ name: z.string(), chain_id: z.number() })) }),
  run: (): Promise<{ readonly networks: readonly ListedNetwork[] }> => Promise.resolve(listAll()),
})
