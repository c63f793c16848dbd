import { createSigningKey, exportError } from '@datacortex/export'
import { isThere } from '@datacortex/platform'
import { z } from 'zod'
import { dryRun, exact } from '../schema.ts'
import { freeOperation } from '../operation.ts'

/** The key, but for its secret. */
export type MadeSigningKey = {
  readonly file: string
  readonly kid?: string | undefined
  readonly alg?: string | undefined
  readonly dry_run?: true | undefined
}

/** Makes a key that signs cards; only its owner may read the file. Throws `EXPORT_SIGNING_KEY_EXISTS`. */
export const makeSigningKey = freeOperation({
  input: z.strictObject({ file: exact, dry_run: dryRun }),
  output: z.looseObject({ file: z.string(), kid: z.string().optional() }),
  run: async (_work, { file, dry_run: isDry }): Promise<MadeSigningKey> => {
    if (isDry !== true) {
      const { kid, alg } = await createSigningKey(file)
      return { file, kid, alg }
    }
    if (await isThere(file)) throw exportError('EXPORT_SIGNING_KEY_EXISTS', { file })
    return { file, dry_run: true }
  },
})
