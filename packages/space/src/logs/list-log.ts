import { CodedError, ifCoded } from '@datacortex/errors'
import { readLog } from '@datacortex/execution'
import type { Registry } from '@datacortex/registry'
import { z } from 'zod'
import { callerAccess } from '../caller/caller-access.ts'
import { mayKnowOf } from '../caller/own-work.ts'
import { operation } from '../operation.ts'
import { limit as most, name } from '../schema.ts'
import type { Work } from '../work.ts'
import { sinceTime } from './since-time.ts'

export const listLog = operation({
  input: z.strictObject({
    agent: name.optional().describe('Only of this one.'),
    since: name.optional().describe('2026-01-31, 2026-01-31T12:00, or 7d, 12h, 30m before now.'),
    /** 20 if absent. */
    limit: most,
  }),
  output: z.looseObject({ executions: z.array(z.looseObject({ id: z.string() })), more: z.boolean() }),
  run: async (work, { agent, since, limit = 20 }) => {
    const from = since === undefined ? undefined : sinceTime(since, { now: Date.now() })
    const access = await callerAccess(work)
    const registry = agent === undefined ? undefined : await registryIfAny(work)
    const { executions, findings } = await readLog(work.paths, {
      agent,
      ...(registry === undefined ? {} : { currentId: await idsNow(registry) }),
      since: from,
      shows: (one) => mayKnowOf(work.caller, one.client ?? one.called_by) && access?.execution(one) === undefined,
      // One more, to know whether there are more.
      limit: limit + 1,
      signal: work.signal,
    })
    if (executions.length === 0 && agent !== undefined && since === undefined && registry !== undefined)
      await refuseUnknown(registry, agent)
    return { executions: executions.slice(0, limit), more: executions.length > limit, findings }
  },
})

/** The log is read also where the registry can't be. */
async function registryIfAny(work: Work): Promise<Registry | undefined> {
  return await work.catalogue().then((found) => found.registry, ifCoded(undefined))
}

async function idsNow(registry: Registry): Promise<(id: string) => string> {
  const { currentId } = await import('@datacortex/registry')
  return (id) => currentId(registry, id) ?? id
}

async function refuseUnknown(registry: Registry, agent: string): Promise<void> {
  const { resolveAgent } = await import('@datacortex/registry')
  try {
    resolveAgent(registry, agent)
  } catch (error) {
    // One that was removed may have run before.
    if (CodedError.is(error, 'REGISTRY_AGENT_NOT_FOUND') || !CodedError.is(error)) throw error
  }
}
