import { defaultAgent, setDefaultAgent } from '@datacortex/platform'
import { resolveAgent } from '@datacortex/registry'
import { z } from 'zod'
import { requireUser } from '../caller/require-right.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'

export const chooseDefaultAgent = operation({
  input: z.strictObject({ agent: name.optional(), none: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ agent: z.string().nullable() }),
  run: async ({ paths, caller, catalogue }, { agent, none = false, dry_run: isDry = false }) => {
    if (agent === undefined && !none) return { agent: (await defaultAgent(paths.root)) ?? null }
    requireUser(caller, 'agents.default')
    const id = agent === undefined ? undefined : resolveAgent((await catalogue()).registry, agent).agent.id
    if (!isDry) await setDefaultAgent(paths.root, id)
    return { agent: id ?? null, ...(isDry ? { dry_run: true } : {}) }
  },
})
