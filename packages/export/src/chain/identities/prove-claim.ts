import { CodedError } from '@datacortex/errors'
import type { RegisteredAgent } from '@datacortex/registry'
import { isAddressEqual } from 'viem'
import type { AgentFiles } from './agent-file.ts'
import { receiptOf } from '../send/await-transaction.ts'
import type { Claim } from './claimed-identities.ts'
import type { Chain } from '../connect/connect-chain.ts'
import type { Intent } from '../journal/journal.ts'
import { type Identity, readIdentity } from './read-identity.ts'
import { readOutcome } from '../send/read-outcome.ts'
import { scanRegistrations } from './scan-registrations.ts'

/** A claim beside what the chain says of it; without identity if the chain knows nothing of it. */
export type ProvenClaim = { readonly claim: Claim; readonly identity: Identity | undefined }

/** Checks on the chain what agents.yaml and the journal say of an agent's identity. */
export async function proveClaim(
  chain: Chain,
  { agent, claim, files }: { agent: RegisteredAgent; claim: Claim; files: AgentFiles },
): Promise<ProvenClaim> {
  const { agentId, intent, other } = claim
  if (intent !== undefined) return await proveJournaled(chain, { claim, intent })
  const identity = await readIdentity(chain, agentId)
  const isOf = async ({ uri }: Identity, id: bigint): Promise<boolean> => await files.isOf(agent, { uri, agentId: id })
  if (other !== undefined && (identity === undefined || !(await isOf(identity, agentId)))) {
    const journaled = await proveClaim(chain, { agent, claim: other, files })
    if (journaled.identity !== undefined && (await isOf(journaled.identity, journaled.claim.agentId))) return journaled
  }
  // A local chain that started anew gives old numbers to others.
  const isOurs = identity !== undefined && (!chain.isLocal || (await isOf(identity, agentId)))
  return { claim, identity: isOurs ? identity : undefined }
}

/** The same for an identity whose registration the journal has: its transaction alone decides. */
export async function proveJournaled(
  chain: Chain,
  { claim, intent }: { claim: Claim; intent: Intent },
): Promise<ProvenClaim> {
  const identity = await readIdentity(chain, claim.agentId)
  const { owner, uri } = intent.planned
  if (identity !== undefined && isAddressEqual(identity.owner, owner) && identity.uri === uri)
    return { claim, identity }
  const agentId = await registeredId(chain, intent)
  if (agentId === undefined) return { claim, identity: undefined }
  if (agentId === claim.agentId) return { claim, identity }
  // agents.yaml has the number from before.
  return { claim: { ...claim, agentId, origin: 'journal' }, identity: await readIdentity(chain, agentId) }
}

/** By its receipt or, where nodes forget those, by its event. */
async function registeredId(chain: Chain, { planned, signed }: Intent): Promise<bigint | undefined> {
  for (const { tx } of signed) {
    const receipt = await receiptOf(chain, tx)
    if (receipt === undefined) continue
    try {
      return readOutcome(planned, receipt)
    } catch (error) {
      if (!CodedError.is(error)) throw error
    }
  }
  const { owner, block, uri } = planned
  const found = await scanRegistrations(chain, { owner, fromBlock: block })
  return found.find((one) => one.uri === uri)?.agentId
}
