import type { Finding } from '@datacortex/errors'
import type { AgentFiles } from './agent-file.ts'
import type { Candidate } from './candidates.ts'
import { updateCall } from './candidates.ts'
import type { Journal } from './journal.ts'
import type { Call } from './quote-calls.ts'
import { quoteCalls, refuseUnpayable } from './quote-calls.ts'
import type { SentCall } from './send-calls.ts'
import { sendCalls } from './send-calls.ts'
import type { Session } from './session.ts'
import type { SettledIntent } from './settle-intents.ts'

/**
 * Corrects URIs that hold an identity that somebody else got in between: a file on the chain or on IPFS names its own.
 *
 * @param session - Opened, with the chain's lock held.
 * @param options - What was sent and settled.
 * @returns A finding for each URI that could not be corrected.
 */
export async function mendUris(
  session: Session,
  {
    candidates,
    settled,
    sent,
    files,
    journal,
  }: {
    readonly candidates: readonly Candidate[]
    readonly settled: readonly SettledIntent[]
    readonly sent: readonly SentCall[]
    readonly files: AgentFiles
    readonly journal: Journal
  },
): Promise<readonly Finding[]> {
  if (files.scheme === 'https') return []
  const got = [
    ...settled.map(({ intent, agentId }) => ({ ...intent.planned, agentId })),
    ...sent.map(({ call, agentId }) => ({ ...call, agentId })),
  ]
  const calls: Call[] = []
  for (const { op, agent: id, agent_id: expected, uri: before, agentId } of got) {
    const agent = candidates.find((one) => one.agent.id === id)?.agent
    if (op !== 'register' || agent === undefined || agentId === undefined || String(agentId) === expected) continue
    const { uri } = await files.make(agent, agentId)
    if (uri !== before) calls.push(updateCall(session, { id, agentId, uri }))
  }
  if (calls.length === 0) return []
  const quote = await quoteCalls(session, calls)
  refuseUnpayable(session, quote)
  const done = await sendCalls(session, { calls: quote.calls, journal })
  const fixed = new Set(done.filter(({ error }) => error === undefined).map(({ call }) => call.agent))
  return calls.filter(({ agent }) => !fixed.has(agent)).map(({ agent }) => notMended(agent))
}

function notMended(id: string): Finding {
  return {
    code: 'EXPORT_URI_NOT_MENDED',
    severity: 'warning',
    subject: id,
    message: 'Somebody registered in between, so its file names the wrong identity, and correcting it failed.',
    hint: `datacortex chain update ${id}`,
  }
}
