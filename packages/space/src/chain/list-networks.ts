import type { ListedNetwork } from '@datacortex/export'
import { listNetworks as listAll } from '@datacortex/export'
import { z } from 'zod'
import type { FreeOperation } from '../spaceless.ts'

/** The chains that have registries. */
export const listNetworks: FreeOperation<{}, { readonly networks: readonly ListedNetwork[] }> = {
  input: z.strictObject({}),
  output: z.looseObject({ networks: z.array(z.looseObject({ name: z.string(), chain_id: z.number() })) }),
  run: () => Promise.resolve(listAll()),
}
