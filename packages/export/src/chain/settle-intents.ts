import { CodedError } from '@datacortex/errors'
import { keccak256, parseTransaction } from 'viem'
import { awaitTransaction, broadcast } from './await-transaction.ts'
import type { Chain } from './connect-chain.ts'
import { RegistryUnfitError, TransactionFailedError, TransactionPendingError } from './errors.ts'
import { currentFees, refuseCost } from './fees.ts'
import { inParallel } from './in-parallel.ts'
import type { Intent, Journal } from './journal.ts'
import type { JournalLine, Signed } from './journal-line.ts'
import { readOutcome } from './read-outcome.ts'
import { scanRegistrations } from './scan-registrations.ts'
import { minedLines } from './send-calls.ts'
import type { Session } from './session.ts'

/** What became of an operation that an earlier run began. */
export type SettledIntent = {
  readonly intent: Intent
  readonly agentId?: bigint | undefined
  readonly tx?: string | undefined
  /** Pending, or over without effect. */
  readonly error?: CodedError | undefined
}

/** Operations of this account that were signed and whose end the journal does not know. */
export function openIntents(journal: Journal, owner: string): readonly Intent[] {
  return journal
    .intents()
    .filter(({ planned, state }) => state === 'open' && planned.owner.toLowerCase() === owner.toLowerCase())
    .sort((a, b) => (a.signed.at(-1)?.nonce ?? 0) - (b.signed.at(-1)?.nonce ?? 0))
}

/**
 * Brings operations that an earlier run began to their end, with the transactions that it had signed.
 *
 * @param session - Opened, with the chain's lock held.
 * @param options - The operations and the journal.
 */
export async function settleIntents(
  session: Session,
  { intents, journal }: { readonly intents: readonly Intent[]; readonly journal: Journal },
): Promise<readonly SettledIntent[]> {
  // In the order of their nonces, as nodes want them.
  for (const { signed } of intents) {
    session.signal?.throwIfAborted()
    const newest = signed.at(-1)
    if (newest !== undefined) await broadcast(session.chain, newest.raw)
  }
  const ready = session.replace ? await replaceAll(session, { intents, journal }) : intents
  const settled = await inParallel(ready, async (intent) => await settle(session, intent), { atOnce: 16 })
  await journal.append(settled.flatMap(({ lines }) => lines))
  return settled.map(({ result }) => result)
}

type Settled = { readonly result: SettledIntent; readonly lines: readonly JournalLine[] }

async function settle(session: Session, intent: Intent): Promise<Settled> {
  const { chain, confirmations, timeoutMs, signal } = session
  const { planned, signed } = intent
  const newest = signed.at(-1)
  if (newest === undefined) return { result: { intent }, lines: [] }
  try {
    const fate = await awaitTransaction(chain, { owner: planned.owner, signed, confirmations, timeoutMs, signal })
    if (fate.kind === 'mined') {
      const { transactionHash: tx, blockNumber: block } = fate.receipt
      const agentId = readOutcome(planned, fate.receipt)
      return { result: { intent, agentId, tx }, lines: minedLines(session, { planned, tx, block, agentId }) }
    }
    const found = await findByEvent(chain, intent)
    if (found === undefined) throw new TransactionFailedError({ hash: newest.tx, reason: 'another one took its place' })
    const { agentId, tx, block } = found
    return { result: { intent, agentId, tx }, lines: minedLines(session, { planned, tx, block, agentId }) }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    const isOver = CodedError.is(error, 'EXPORT_TRANSACTION_FAILED')
    const line = { step: 'failed', id: planned.id, at: session.now(), reason: error.code } as const
    return { result: { intent, tx: newest.tx, error }, lines: isOver ? [line] : [] }
  }
}

/** A node may have forgotten the receipt, or somebody may have sent the same with a higher fee. */
async function findByEvent(chain: Chain, { planned }: Intent): Promise<Found | undefined> {
  if (planned.op !== 'register') return undefined
  const { owner, registry: identity, block, uri } = planned
  const found = await scanRegistrations({ ...chain, identity }, { owner, fromBlock: BigInt(block) })
  return found.find((one) => one.uri === uri)
}

type Found = { readonly agentId: bigint; readonly tx: `0x${string}`; readonly block: bigint }

async function replaceAll(
  session: Session,
  { intents, journal }: { readonly intents: readonly Intent[]; readonly journal: Journal },
): Promise<readonly Intent[]> {
  const replaced: Intent[] = []
  for (const intent of intents) {
    const line = await replacement(session, intent)
    if (line === undefined) replaced.push(intent)
    else {
      await journal.append([line])
      await broadcast(session.chain, line.raw)
      replaced.push({ ...intent, signed: [...intent.signed, line] })
    }
  }
  return replaced
}

/** The same transaction with the same nonce and at least an eighth more for gas: only one of the two can be mined. */
async function replacement(session: Session, { planned, signed }: Intent): Promise<Signed | undefined> {
  const { chain, caps, signer } = session
  const newest = signed.at(-1)
  if (newest === undefined) return undefined
  const old = parseTransaction(newest.raw)
  const now = await currentFees(chain, caps)
  const more = (was: bigint | undefined, is: bigint): bigint => {
    const raised = ((was ?? 0n) * 9n) / 8n + 1n
    return raised > is ? raised : is
  }
  const fees =
    now.type === 'legacy'
      ? { type: 'legacy' as const, gasPrice: more(old.gasPrice, now.gasPrice) }
      : {
          type: 'eip1559' as const,
          maxFeePerGas: more(old.maxFeePerGas, now.maxFeePerGas),
          maxPriorityFeePerGas: more(old.maxPriorityFeePerGas, now.maxPriorityFeePerGas),
        }
  const price = fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
  if (price > caps.feeWei)
    throw new TransactionPendingError({ hash: newest.tx, reason: 'a higher fee would be above --max-fee-gwei' })
  refuseCost(price * (old.gas ?? 0n), caps)
  if (old.to === null || old.to === undefined)
    throw new RegistryUnfitError({ address: planned.registry, reason: 'the journaled transaction calls nothing' })
  const raw = await signer.sign({
    ...fees,
    chainId: chain.chainId,
    to: old.to,
    data: old.data ?? '0x',
    gas: old.gas ?? 0n,
    nonce: newest.nonce,
    value: 0n,
  })
  return { step: 'signed', id: planned.id, at: session.now(), nonce: newest.nonce, tx: keccak256(raw), raw }
}
