import type { SpacePaths } from '@datacortex/platform'
import { updateCall } from './candidates.ts'
import type { ChainReport } from './chain-report.ts'
import { type Change, changeAgents } from './change-agents.ts'
import { chainError } from './errors.ts'
import type { RegisterOptions } from './register-options.ts'
import { driftedUris } from './identities/uri-drift.ts'

/**
 * Brings the URIs of registered agents in step with the registry: plans and, with `confirm`, sends what differs.
 *
 * An https URI does not change when the file behind it does; publishing the file again is enough then.
 * @returns Plan and results; nothing is sent for agents whose URI is the right one.
 * @throws As {@link registerAgents}.
 * @example await updateAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', uri: 'data', rpc })
 */
export async function updateAgents(paths: SpacePaths, options: RegisterOptions): Promise<ChainReport> {
  return await changeAgents(paths, { ...options, change: updateUnder(options.url) })
}

function updateUnder(url: string | undefined): Change {
  return {
    callOf(session, { agent: { id }, standing, file, error }) {
      if (standing.kind !== 'identity' || file === undefined || error !== undefined) return undefined
      const { agentId, identity } = standing
      return identity.uri === file.uri ? undefined : updateCall(session, { id, agentId, uri: file.uri })
    },
    judged: ({ chain }, one) =>
      one.standing.kind === 'none'
        ? { ...one, error: chainError('EXPORT_AGENT_UNREGISTERED', { id: one.agent.id, chain, url }) }
        : one,
    shown: (one) => one,
    findings(session, candidates, journal) {
      const shown = candidates.flatMap(({ agent: { id }, standing }) =>
        standing.kind === 'identity' ? [{ id, agentId: standing.agentId, uri: standing.identity.uri }] : [],
      )
      return driftedUris(session.chain, { shown, journal })
    },
  }
}
