import type { SpacePaths } from '@datacortex/platform'
import { agentFiles } from './agent-file.ts'
import type { Candidate } from './candidates.ts'
import { makeCandidates, updateCall } from './candidates.ts'
import type { ChainReport } from './chain-report.ts'
import { chooseAgents } from './choose-agents.ts'
import { AgentUnregisteredError } from './errors.ts'
import { knowIdentities } from './know-identities.ts'
import type { Call } from './quote-calls.ts'
import { quoteCalls, refuseUnpayable } from './quote-calls.ts'
import { recordIdentities } from './record-identities.ts'
import type { RegisterOptions } from './register-options.ts'
import { registerReport } from './register-report.ts'
import type { SentCall } from './send-calls.ts'
import { blockedBy, sendCalls } from './send-calls.ts'
import { withSendingLocks } from './sending-locks.ts'
import type { Session } from './session.ts'
import { journalOf, openSession } from './session.ts'
import { openIntents, settleIntents } from './settle-intents.ts'
import { driftedUris } from './uri-drift.ts'
import { writeAgentFiles } from './write-agent-files.ts'

/**
 * Brings the URIs of registered agents in step with the registry: plans and, with `confirm`, sends what differs.
 *
 * An https URI does not change when the file behind it does; publishing the file again is enough then.
 *
 * @param paths - Of the space.
 * @param options - As for {@link registerAgents}.
 * @returns Plan and results; nothing is sent for agents whose URI is the right one.
 * @throws As {@link registerAgents}.
 * @example await updateAgents(paths, { ids: ['writer'], url: 'https://agents.example.org/', uri: 'data', rpc })
 */
export async function updateAgents(paths: SpacePaths, options: RegisterOptions): Promise<ChainReport> {
  const session = await openSession(paths, options)
  if (options.confirm !== true) return await update(session, options)
  return await withSendingLocks(session, async () => await update(session, options))
}

async function update(session: Session, options: RegisterOptions): Promise<ChainReport> {
  const { paths, chain, signer } = session
  const { confirm: confirmed = false, acceptUnknown, fromBlock, out } = options
  const journal = await journalOf(session)
  const open = openIntents(journal, signer.address)
  const settled = confirmed ? await settleIntents(session, { intents: open, journal }) : []
  const { agents, registry, findings: skipped } = await chooseAgents(paths, options)
  const files = agentFiles(chain, options)
  const standings = await knowIdentities(session, {
    agents,
    registry,
    journal,
    files,
    acceptUnknown,
    fromBlock: fromBlock === undefined ? undefined : BigInt(fromBlock),
  })
  const made = await makeCandidates(session, { agents, standings, files })
  const candidates = made.map((one): Candidate =>
    one.standing.kind === 'none'
      ? { ...one, error: new AgentUnregisteredError({ id: one.agent.id, chain, url: options.url }) }
      : one,
  )
  const shown = candidates.flatMap(({ agent: { id }, standing }) =>
    standing.kind === 'identity' ? [{ id, agentId: standing.agentId, uri: standing.identity.uri }] : [],
  )
  const findings = [...skipped, ...driftedUris(chain, { shown, journal })]
  const quote = await quoteCalls(
    session,
    candidates.flatMap((one) => callOf(session, one)),
  )
  if (!confirmed)
    return registerReport(session, { candidates, quote, settled, sent: [], recorded: [], findings, confirmed })
  if (quote.calls.length > 0) refuseUnpayable(session, quote)
  const blocked = blockedBy(settled.flatMap(({ error }) => (error === undefined ? [] : [error])))
  const sent: readonly SentCall[] =
    blocked === undefined
      ? await sendCalls(session, { calls: quote.calls, journal })
      : quote.calls.map(({ call }) => ({ call, error: blocked }))
  const identities = candidates.flatMap(({ agent: { id }, standing }) =>
    standing.kind === 'identity' ? [{ id, agentId: standing.agentId, wallet: standing.identity.wallet }] : [],
  )
  const recording = await recordIdentities(paths, { chain, identities })
  if (out !== undefined) await writeAgentFiles(out, { agents, identities, files })
  return registerReport(session, {
    candidates,
    quote,
    settled,
    sent,
    recorded: recording.recorded,
    confirmed,
    findings: [...findings, ...recording.findings],
  })
}

function callOf(session: Session, { agent, standing, file, error }: Candidate): readonly Call[] {
  if (standing.kind !== 'identity' || file === undefined || error !== undefined) return []
  if (standing.identity.uri === file.uri) return []
  return [updateCall(session, { id: agent.id, agentId: standing.agentId, uri: file.uri })]
}
