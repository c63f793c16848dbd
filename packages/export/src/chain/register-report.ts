import type { CodedError, Finding } from '@datacortex/errors'
import { formatEther, formatGwei } from 'viem'
import { agentRegistryId } from '@datacortex/protocols'
import type { AgentFile } from './identities/agent-file.ts'
import type { Candidate } from './candidates.ts'
import { type ChainReport, type ChainResult, type PlanLine, failure, idNumber, reported } from './chain-report.ts'
import { differingFromUri } from './identities/differing-fields.ts'
import { highestPrice } from './send/fees.ts'
import {
  costOfOne,
  earlierLine,
  earlierResult,
  isChangeOf,
  othersOf,
  sentFirst,
  statuses,
} from './journal/earlier-report.ts'
import { type EarlierTransaction, costOfEarlier } from './journal/earlier-transactions.ts'
import type { Quote } from './send/quote-calls.ts'
import type { SentCall } from './send/send-calls.ts'
import type { Session } from './send/session.ts'
import type { SettledIntent } from './journal/settle-intents.ts'

export type Done = {
  /** An error of one counts, whether it has an identity or not. */
  readonly candidates: readonly Candidate[]
  readonly quote: Quote
  readonly earlier: readonly EarlierTransaction[]
  readonly settled: readonly SettledIntent[]
  readonly sent: readonly SentCall[]
  /** Ids whose entry in agents.yaml was changed. */
  readonly recorded: readonly string[]
  readonly findings: readonly Finding[]
  /** False if nothing was to be sent. */
  readonly confirmed: boolean
}

export function registerReport({ chain, signer }: Session, done: Done): ChainReport {
  const registry = agentRegistryId(chain.chainId, chain.identity)
  const { quote, confirmed, candidates, earlier } = done
  const own = candidates.map((one): ChainResult => ({ id: one.agent.id, registry, ...resultOf(one, done) }))
  const others = othersOf(candidates, done.earlier)
  const begun = others.map((one) => earlierResult(one, { ...done, chain }))
  const ofFiles = candidates.flatMap(({ file }) => file?.findings ?? [])
  const warnings = ofFiles.filter(({ severity }) => severity === 'warning')
  const lines = candidates.map((one) => planLine(one, done))
  const plan = [...others.map((one) => earlierLine(one)), ...lines]
  return {
    network: chain.name,
    chain_id: chain.chainId,
    registry,
    owner: signer.address,
    confirmed,
    plan,
    results: [...begun, ...own],
    cost: costOf(quote, earlier),
    findings: [...(confirmed ? [] : others.map((one) => sentFirst(one))), ...warnings, ...done.findings],
    resume: confirmed ? resumable(begun, { own, plan }) : [],
  }
}

/** What was refused stays so until somebody mends the cause, unless it was the RPC that failed. */
function resumable(
  begun: readonly ChainResult[],
  { own, plan }: { own: readonly ChainResult[]; plan: readonly PlanLine[] },
): readonly string[] {
  const refused = new Set(
    plan.flatMap(({ id, action, error }) => (action === 'refused' && error?.code !== 'EXPORT_RPC_FAILED' ? [id] : [])),
  )
  const left = own.filter(
    ({ id, status }) => status === 'pending' || (['failed', 'planned'].includes(status) && !refused.has(id)),
  )
  // Whatever it is about, the next run brings to an end what was signed.
  const isBegun = left.length === 0 && begun.some(({ status }) => status === 'pending')
  return (isBegun ? own : left).map(({ id }) => id)
}

export function costOf({ calls, fees, costWei, balanceWei }: Quote, earlier: readonly EarlierTransaction[]) {
  const gas = [...calls, ...earlier].reduce((sum, one) => sum + one.gas, 0n)
  const cost = costWei + costOfEarlier(earlier)
  const price = [highestPrice(fees), ...earlier.map(({ priceWei }) => priceWei)].reduce((a, b) => (a > b ? a : b))
  return {
    gas: Number(gas),
    ether: formatEther(cost),
    balance_ether: formatEther(balanceWei),
    fee_gwei: formatGwei(price),
    suggested_max_fee_gwei: formatGwei((price * 5n) / 4n),
    suggested_max_cost: formatEther((cost * 5n) / 4n),
  }
}

function planLine({ agent, standing, agentId, file, error }: Candidate, { quote, earlier, confirmed }: Done): PlanLine {
  const quoted = quote.calls.find(({ call }) => call.agent === agent.id)
  const refused = quote.refused.find(({ call }) => call.agent === agent.id)?.error
  const problem = standing.kind === 'refused' ? standing.error : standing.kind === 'open' ? refused : (error ?? refused)
  const known = {
    ...(file === undefined ? {} : { uri: file.uri }),
    ...(agentId === undefined ? {} : { agent_id: idNumber(agentId) }),
  }
  if (problem !== undefined) return { id: agent.id, action: 'refused', ...known, error: reported(problem) }
  const begun = earlier.findLast((one) => isChangeOf(agent.id, one))
  if (standing.kind === 'open' || (begun !== undefined && quoted === undefined && !confirmed))
    return { id: agent.id, action: 'resume', ...known, ...(begun === undefined ? {} : costOfOne(begun)) }
  if (standing.kind === 'identity' && quoted === undefined)
    return { id: agent.id, action: standing.origin === 'registry' ? 'none' : 'record', ...known }
  return {
    id: agent.id,
    action: quoted?.call.op === 'update' ? 'update' : 'register',
    ...known,
    ...(quoted?.call.op === 'update' && standing.kind === 'identity' ? changeOf(standing.identity.uri, file) : {}),
    ...(quoted && costOfOne({ gas: quoted.gas, costWei: quoted.gas * highestPrice(quote.fees) })),
  }
}

function changeOf(from: string, file: AgentFile | undefined): Pick<PlanLine, 'from_uri' | 'changed_fields'> {
  const fields = differingFromUri(from, file?.file)
  return { from_uri: from, ...(fields === undefined ? {} : { changed_fields: fields }) }
}

type Outcome = Omit<ChainResult, 'id' | 'registry'>

function resultOf({ agent: { id }, standing, error }: Candidate, done: Done): Outcome {
  const sent = done.sent.find(({ call }) => call.agent === id)
  const settled = done.settled.findLast((one) => isChangeOf(id, one))
  const refused = done.quote.refused.find(({ call }) => call.agent === id)?.error
  if (standing.kind === 'refused') return failed(standing.error)
  if (standing.kind === 'open') {
    const tx = standing.intent.signed.at(-1)?.tx ?? null
    if (settled?.error !== undefined) return failed(settled.error, settled.tx)
    return { agent_id: null, tx, status: done.confirmed ? 'pending' : 'planned' }
  }
  const wrong = error ?? refused ?? sent?.error
  if (wrong !== undefined)
    return { ...failed(wrong, sent?.tx), agent_id: standing.kind === 'identity' ? idNumber(standing.agentId) : null }
  if (sent?.agentId !== undefined)
    return { agent_id: idNumber(sent.agentId), tx: sent.tx ?? null, status: statuses[sent.call.op] }
  if (standing.kind === 'none') return { agent_id: null, tx: null, status: 'planned' }
  const agent_id = idNumber(standing.agentId)
  const begun = done.confirmed ? undefined : done.earlier.findLast((one) => isChangeOf(id, one))
  if (begun !== undefined) return { agent_id, tx: begun.intent.signed.at(-1)?.tx ?? null, status: 'planned' }
  if (done.quote.calls.some(({ call }) => call.agent === id)) return { agent_id, tx: null, status: 'planned' }
  // What was signed before is all that there is to do, and it waits.
  if (settled?.error !== undefined) return { ...failed(settled.error, settled.tx), agent_id }
  if (settled?.agentId !== undefined)
    return { agent_id, tx: settled.tx ?? null, status: statuses[settled.intent.planned.op] }
  return { agent_id, tx: null, status: done.recorded.includes(id) ? 'recorded' : 'unchanged' }
}

function failed(error: CodedError, tx?: string): Outcome {
  return { agent_id: null, tx: tx ?? null, ...failure(error) }
}
