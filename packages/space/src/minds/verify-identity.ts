import { resolve } from 'node:path'
import type { VerifiedMind } from '@datacortex/cognition'
import { z } from 'zod'
import { freeOperation } from '../operation.ts'
import { name, place } from '../schema.ts'

export const verifyIdentity = freeOperation({
  input: z.strictObject({
    folder: place.optional().describe('A space, or any folder with an identity.yaml; the space if left out.'),
    agent: name.optional().describe('Only this one.'),
    level: z.int().min(1).max(3).optional().describe('1 if left out.'),
  }),
  output: z.looseObject({ ok: z.boolean(), minds: z.array(z.looseObject({ agent: z.string(), ok: z.boolean() })) }),
  run: async (
    { paths, signal, onProgress },
    { folder = paths?.root ?? '.', agent, level },
  ): Promise<{ readonly folder: string; readonly ok: boolean; readonly minds: readonly VerifiedMind[] }> => {
    const { verifyMinds } = await import('@datacortex/cognition')
    const minds = await verifyMinds(resolve(folder), { agent, level, signal, onProgress })
    return { folder: resolve(folder), ok: minds.every(({ ok }) => ok), minds }
  },
})
