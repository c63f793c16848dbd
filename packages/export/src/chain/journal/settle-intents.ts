import { type Finding, CodedError } from '@datacortex/errors'
import { type TransactionReceipt, parseTransaction } from 'viem'
import { inTurns } from '@datacortex/platform'
import { awaitTransaction, broadcast } from '../send/await-transaction.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { type Caps, type Fees, currentFees, highestPrice, refuseCost } from '../send/fees.ts'
import type { EarlierTransaction } from './earlier-transactions.ts'
import type { Intent, Journal, Planned, Signed } from './journal.ts'
import { readOutcome } from '../send/read-outcome.ts'
import { scanRegistrations } from '../identities/scan-registrations.ts'
import { type SentCall, type ToSign, minedLines, signedLine } from '../send/send-calls.ts'
import type { Session } from '../send/session.ts'
import { readIdentity } from '../identities/read-identity.ts'
import { recordIdentities } from '../identities/record-identities.ts'

/** What became of an operation that an earlier run began. */
export type SettledIntent = Pick<SentCall, 'agentId' | 'tx'> & {
  readonly intent: Intent
  readonly agent: string
  /** Pending, or over without effect. */
  readonly error?: CodedError | undefined
}

/** Brings operations that an earlier run began to their end, with the transactions that it had signed. */
async function settleIntents(session: Session, { earlier, journal, besidesWei }: SettleOptions) {
  // Open again, so that a kill from here on is like one before they were verified.
  const lost = earlier.filter(({ intent }) => intent.state === 'verified')
  await journal.append(lost.flatMap(({ intent }) => intent.signed.slice(-1)))
  // In the order of their nonces, as nodes want them.
  for (const { intent } of earlier) {
    session.signal?.throwIfAborted()
    const newest = intent.signed.at(-1)
    if (newest !== undefined) await broadcast(session.chain, newest.raw)
  }
  const ready = session.replace ? await replaceAll(session, { earlier, journal, besidesWei }) : earlier
  const settled = await inTurns(ready, { atOnce: 16 }, async (one) => await settle(session, one))
  await journal.append(settled.flatMap(({ lines }) => lines))
  return settled.map(({ result }) => result)
}

type SettleOptions = {
  readonly earlier: readonly EarlierTransaction[]
  readonly journal: Journal
  readonly besidesWei: bigint
}

async function settle(session: Session, { intent, agent }: EarlierTransaction) {
  const { chain, confirmations, timeoutMs, signal } = session
  const { planned, signed } = intent
  const newest = signed.at(-1)
  if (newest === undefined) return { result: { intent, agent }, lines: [] }
  try {
    const fate = await awaitTransaction(chain, { owner: planned.owner, signed, confirmations, timeoutMs, signal })
    const found = fate.kind === 'mined' ? outcomeOf(planned, fate.receipt) : await findByEvent(chain, intent)
    if (found === undefined)
      throw chainError('EXPORT_TRANSACTION_FAILED', { hash: newest.tx, reason: 'another one took its place' })
    const { agentId, tx, block } = found
    return { result: { intent, agent, agentId, tx }, lines: minedLines(session, { planned, tx, block, agentId }) }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    const isOver = CodedError.is(error, 'EXPORT_TRANSACTION_FAILED')
    const line = { step: 'failed', id: planned.id, at: session.now(), reason: error.code } as const
    return { result: { intent, agent, tx: newest.tx, error }, lines: isOver ? [line] : [] }
  }
}

function outcomeOf(planned: Planned, receipt: TransactionReceipt) {
  const { transactionHash: tx, blockNumber: block } = receipt
  return { agentId: readOutcome(planned, receipt), tx, block }
}

/** A node may have forgotten the receipt, or somebody may have sent the same with a higher fee. */
async function findByEvent(chain: Chain, { planned }: Intent) {
  if (planned.op !== 'register') return undefined
  const { owner, registry: identity, block, uri } = planned
  const found = await scanRegistrations({ ...chain, identity }, { owner, fromBlock: block })
  return found.find((one) => one.uri === uri)
}

async function replaceAll(session: Session, { earlier, journal, besidesWei }: SettleOptions) {
  if (earlier.length === 0) return earlier
  const { chain, caps } = session
  const now = await currentFees(chain, caps)
  const offers = earlier.flatMap(({ intent }) => offerFor(intent, { now, caps }) ?? [])
  refuseCost(
    offers.reduce((sum, { fees, gas }) => sum + highestPrice(fees) * gas, besidesWei),
    caps,
  )
  const replaced = new Map<string, Signed>()
  for (const offer of offers) {
    const line = await signedLine(session, offer)
    await journal.append([line])
    await broadcast(chain, line.raw)
    replaced.set(offer.id, line)
  }
  return earlier.map((one) => {
    const { intent } = one
    const line = replaced.get(intent.planned.id)
    return line === undefined ? one : { ...one, intent: { ...intent, signed: [...intent.signed, line] } }
  })
}

/** The same transaction with the same nonce and at least an eighth more for gas: only one of the two can be mined. */
function offerFor(intent: Intent, { now, caps }: { now: Fees; caps: Caps }): ToSign | undefined {
  const { planned, signed } = intent
  const newest = signed.at(-1)
  if (newest === undefined) return undefined
  const { tx: hash } = newest
  const { registry: address } = planned
  const old = parseTransaction(newest.raw)
  const more = (was: bigint | undefined, is: bigint): bigint => {
    const raised = ((was ?? 0n) * 9n) / 8n + 1n
    return raised > is ? raised : is
  }
  const fees: Fees =
    now.type === 'legacy'
      ? { type: 'legacy', gasPrice: more(old.gasPrice, now.gasPrice) }
      : {
          type: 'eip1559',
          maxFeePerGas: more(old.maxFeePerGas, now.maxFeePerGas),
          maxPriorityFeePerGas: more(old.maxPriorityFeePerGas, now.maxPriorityFeePerGas),
        }
  if (highestPrice(fees) > caps.feeWei)
    throw chainError('EXPORT_TRANSACTION_PENDING', { hash, reason: 'a higher fee would be above --max-fee-gwei' })
  if (old.to === null || old.to === undefined)
    throw chainError('EXPORT_REGISTRY_UNFIT', { address, reason: 'the journaled transaction calls nothing' })
  return { id: planned.id, nonce: newest.nonce, to: old.to, data: old.data ?? '0x', gas: old.gas ?? 0n, fees }
}

/** Ends transactions of earlier runs, and records agents that this run is not about: no later run would. */
export async function settleEarlier(
  session: Session,
  { ids, ...settling }: SettleOptions & { readonly ids: readonly string[] },
) {
  const settled = await settleIntents(session, settling)
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
