import { defaultAgent, setDefaultAgent } from '@datacortex/platform'
import { resolveAgent } from '@datacortex/registry'
import { z } from 'zod'
import type { Caller } from '../caller/caller.ts'
import { requireUser } from '../caller/require-right.ts'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'

/** Whether somebody may look for agents elsewhere: the user, and the default agent in a run of the user. */
export async function mayDiscover(caller: Caller, root: string): Promise<boolean> {
  if (caller.kind === 'user') return true
  return caller.kind === 'agent' && caller.client === undefined && caller.id === (await defaultAgent(root))
}

/** Throws `SPACE_DISCOVERY_REFUSED` for anyone else, at every door. */
export async function requireDiscovery(caller: Caller, root: string): Promise<void> {
  if (await mayDiscover(caller, root)) return
  throw spaceError('SPACE_DISCOVERY_REFUSED', { caller: caller.kind === 'agent' ? caller.id : `a ${caller.kind}` })
}

/** Says or shows which agent may look for others. */
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
