import { isThere, trustedSpaces } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'

export const listTrusted = operation({
  input: z.strictObject({}),
  output: z.looseObject({ spaces: z.array(z.looseObject({ root: z.string() })) }),
  run: async () => {
    const spaces = (await trustedSpaces()).map(async ({ root, trustedAt, allowed }) => ({
      root,
      trusted_at: trustedAt,
      allowed: allowed.map(({ name }) => name),
      is_there: await isThere(root),
    }))
    return { spaces: await Promise.all(spaces) }
  },
})
