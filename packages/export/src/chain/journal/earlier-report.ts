import { type Finding, infoFinding } from '@datacortex/errors'
import { formatEther } from 'viem'
import { agentRegistryId } from '@datacortex/protocols'
import type { Candidate } from '../candidates.ts'
import { type ChainResult, type PlanLine, failure, idNumber } from '../chain-report.ts'
import type { Chain } from '../connect/connect-chain.ts'
import type { EarlierTransaction } from './earlier-transactions.ts'
import type { SettledIntent } from './settle-intents.ts'

export function isChangeOf(id: string, { agent, intent }: Pick<EarlierTransaction, 'agent' | 'intent'>): boolean {
  return agent === id && intent.planned.op !== 'feedback'
}

/** Those of agents, or for a purpose, that the run is not about. */
export function othersOf(candidates: readonly Candidate[], earlier: readonly EarlierTransaction[]) {
  return earlier.filter((one) => !candidates.some(({ agent }) => isChangeOf(agent.id, one)))
}

/** What is still to be done for one of them. */
export function earlierLine(one: EarlierTransaction): PlanLine {
  const { op, uri, agent_id: id } = one.intent.planned
  return {
    id: one.agent,
    action: 'resume',
    ...(uri === undefined ? {} : { uri }),
    // That of a registration was a guess.
    ...(op === 'register' || id === undefined ? {} : { agent_id: idNumber(BigInt(id)) }),
    ...costOfOne(one),
  }
}

/** Nothing, if it is mined already. */
export function costOfOne({
  gas,
  costWei,
}: Pick<EarlierTransaction, 'gas' | 'costWei'>): Pick<PlanLine, 'gas' | 'cost_ether'> {
  return gas === 0n ? {} : { gas: Number(gas), cost_ether: formatEther(costWei) }
}

/** The finding that one will be sent although nobody asked for it now. */
export function sentFirst({ agent, intent, costWei }: EarlierTransaction): Finding {
  const { planned, signed } = intent
  const cost = costWei === 0n ? 'is mined already' : `can cost ${formatEther(costWei)} ether`
  return infoFinding('EXPORT_EARLIER_FIRST', agent, {
    message: `The ${planned.op} transaction ${signed.at(-1)?.tx} of an earlier run is sent first and ${cost}.`,
    hint: 'An account uses its nonces in order; it counts under --max-cost and --max-fee-gwei.',
  })
}

export const statuses = { register: 'registered', update: 'updated', feedback: 'given' } as const

export function earlierResult(
  { agent: id, intent: { planned, signed } }: EarlierTransaction,
  { chain, settled, confirmed }: { chain: Chain; settled: readonly SettledIntent[]; confirmed: boolean },
): ChainResult {
  const one = settled.find(({ intent }) => intent.planned.id === planned.id)
  const { error, agentId } = one ?? {}
  return {
    id,
    agent_id: agentId === undefined ? null : idNumber(agentId),
    tx: one?.tx ?? signed.at(-1)?.tx ?? null,
    registry: agentRegistryId(chain.chainId, planned.op === 'feedback' ? chain.identity : planned.registry),
    ...(error === undefined ? { status: confirmed ? statuses[planned.op] : 'planned' } : failure(error)),
  }
}
