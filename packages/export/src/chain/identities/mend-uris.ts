import { CodedError, codedError, warningFinding } from '@datacortex/errors'
import type { AgentFiles } from './agent-file.ts'
import { type Candidate, updateCall } from '../candidates.ts'
import { refuseCost } from '../send/fees.ts'
import type { Journal } from '../journal/journal.ts'
import { type Call, quoteCalls, refuseUnpayable } from '../send/quote-calls.ts'
import { type SentCall, sendCalls } from '../send/send-calls.ts'
import type { Session } from '../send/session.ts'

type MendOptions = {
  readonly candidates: readonly Candidate[]
  readonly spentWei: bigint
  readonly sent: readonly SentCall[]
  readonly files: AgentFiles
  readonly journal: Journal
}

/** Corrects URIs that hold an identity that somebody else got in between. */
export async function mendUris(session: Session, { candidates, spentWei, sent, files, journal }: MendOptions) {
  const calls: Call[] = []
  for (const { call, agentId } of sent) {
    const { op, agent: id, agent_id: expected, uri: before } = call
    const agent = candidates.find((one) => one.agent.id === id)?.agent
    if (op !== 'register' || agent === undefined || agentId === undefined || String(agentId) === expected) continue
    const { uri } = await files.make(agent, { agentId, before })
    if (uri !== before) calls.push(updateCall(session, { id, agentId, uri }))
  }
  if (calls.length === 0) return []
  // What stops them must not hide that the agents are registered.
  const fixed = await send(session, { calls, spentWei, journal }).catch(codedError)
  const left = calls.filter(({ agent }) => CodedError.is(fixed) || !fixed.has(agent))
  return left.map(({ agent }) =>
    warningFinding('EXPORT_URI_NOT_MENDED', agent, {
      message: 'Somebody registered in between, so its file names the wrong identity, and correcting it failed.',
      hint: `datacortex chain update ${agent}`,
    }),
  )
}

/** The agents whose calls went through. */
async function send(
  session: Session,
  { calls, spentWei, journal }: Pick<MendOptions, 'spentWei' | 'journal'> & { readonly calls: readonly Call[] },
): Promise<ReadonlySet<string>> {
  const quote = await quoteCalls(session, calls)
  refuseUnpayable(session, quote)
  refuseCost(spentWei + quote.costWei, session.caps)
  const done = await sendCalls(session, { calls: quote.calls, journal })
  return new Set(done.filter(({ error }) => error === undefined).map(({ call }) => call.agent))
}
