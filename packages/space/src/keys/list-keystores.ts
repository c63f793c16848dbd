import type { KeystoreList } from '@datacortex/export'
import { listKeystores as listAll } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'

/** The keystores of the space and of Foundry, and the files there that are none. */
export const listKeystores: Operation<{}, KeystoreList> = {
  input: z.strictObject({}),
  output: z.looseObject({ keystores: z.array(z.looseObject({ file: z.string(), address: z.string().optional() })) }),
  run: async ({ paths }) => await listAll(paths),
}
