import type { Finding } from '@datacortex/errors'
import type { EarlierTransaction } from './earlier-transactions.ts'
import type { Journal } from './journal.ts'
import { readIdentity } from '../identities/read-identity.ts'
import { recordIdentities } from '../identities/record-identities.ts'
import type { Session } from '../send/session.ts'
import { type SettledIntent, settleIntents } from './settle-intents.ts'

/** Ends transactions of earlier runs, and records agents that this run is not about: no later run would. */
export async function settleEarlier(
  session: Session,
  {
    earlier,
    journal,
    besidesWei,
    ids,
  }: { earlier: readonly EarlierTransaction[]; journal: Journal; besidesWei: bigint; ids: readonly string[] },
) {
  const settled = await settleIntents(session, { earlier, journal, besidesWei })
  const others = settled.filter(({ intent, agent }) => intent.planned.op === 'register' && !ids.includes(agent))
  const findings: Finding[] = []
  for (const one of others) findings.push(...(await record(session, one)))
  return { settled, findings }
}

async function record({ paths, chain }: Session, { intent, agent, agentId }: SettledIntent) {
  if (agentId === undefined) return []
  const its = { ...chain, identity: intent.planned.registry }
  const identity = await readIdentity(its, agentId)
  const identities = [{ id: agent, agentId, wallet: identity?.wallet }]
  return (await recordIdentities(paths, { chain: its, identities })).findings
}
