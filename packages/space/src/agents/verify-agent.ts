import { type VerifiedHistory, verifyHistory } from '@datacortex/execution'
import { resolveAgent } from '@datacortex/registry'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { agent } from '../schema.ts'

export const verifyAgent = operation({
  input: z.strictObject({ agent }),
  output: z.looseObject({ id: z.string(), ok: z.boolean(), checks: z.array(z.looseObject({ check: z.string() })) }),
  run: async ({ paths, catalogue }, { agent: wanted }): Promise<VerifiedHistory> => {
    const { registry } = await catalogue()
    return await verifyHistory(paths, { agent: resolveAgent(registry, wanted).agent, registry })
  },
})
