import { setTimeout as sleep } from 'node:timers/promises'
import { type TransactionReceipt, isAddressEqual, parseEventLogs } from 'viem'
import { identityRegistryAbi } from '../../abi/identity-registry.generated.ts'
import { reputationRegistryAbi } from '../../abi/reputation-registry.generated.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import type { Planned } from '../journal/journal.ts'
import { type Identity, readIdentity } from '../identities/read-identity.ts'

/** The identity that a mined transaction made, changed or judged, from the events of the registry alone. */
export function readOutcome(planned: Planned, receipt: TransactionReceipt): bigint {
  const { transactionHash: hash } = receipt
  if (receipt.status !== 'success') throw chainError('EXPORT_TRANSACTION_FAILED', { hash, reason: 'it was reverted' })
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === planned.registry.toLowerCase())
  const agentId = idIn(planned, logs)
  if (agentId === undefined)
    throw chainError('EXPORT_READ_BACK_DIFFERS', {
      hash,
      reason: `the registry ${planned.registry} tells no such ${planned.op}`,
    })
  return agentId
}

function idIn(planned: Planned, logs: TransactionReceipt['logs']): bigint | undefined {
  const { op, owner, uri, agent_id: id } = planned
  if (op === 'feedback')
    return parseEventLogs({ abi: reputationRegistryAbi, eventName: 'NewFeedback', logs }).find(
      ({ args }) => String(args.agentId) === id && isAddressEqual(args.clientAddress, owner),
    )?.args.agentId
  if (op === 'update')
    return parseEventLogs({ abi: identityRegistryAbi, eventName: 'URIUpdated', logs }).find(
      ({ args }) => String(args.agentId) === id && args.newURI === uri,
    )?.args.agentId
  return parseEventLogs({ abi: identityRegistryAbi, eventName: 'Registered', logs }).find(
    ({ args }) => isAddressEqual(args.owner, owner) && args.agentURI === uri,
  )?.args.agentId
}

/** Asks a few times whether the chain shows what a transaction did: machines behind one RPC are not equally far. */
export async function readBack(
  chain: Chain,
  planned: Planned,
  { agentId, hash, signal }: { agentId: bigint; hash: string; signal: AbortSignal | undefined },
): Promise<Identity | undefined> {
  if (planned.op === 'feedback') return undefined
  for (let left = looks; ; left -= 1) {
    const identity = await readIdentity(chain, agentId)
    const reason = difference(identity, { planned, agentId })
    if (reason === undefined) return identity
    if (left <= 1) throw chainError('EXPORT_READ_BACK_DIFFERS', { hash, reason })
    await sleep(chain.isLocal ? 20 : 1500, undefined, signal === undefined ? {} : { signal })
  }
}

/** How often the chain is asked before it counts as contradicting itself. */
const looks = 5

function difference(identity: Identity | undefined, { planned, agentId }: { planned: Planned; agentId: bigint }) {
  if (identity === undefined) return `there is no agent ${agentId}`
  if (!isAddressEqual(identity.owner, planned.owner)) return `agent ${agentId} belongs to ${identity.owner}`
  return identity.uri === planned.uri ? undefined : `the URI of agent ${agentId} is another one`
}
