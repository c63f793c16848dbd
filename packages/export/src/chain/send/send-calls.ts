import { CodedError, codedError } from '@datacortex/errors'
import { type Address, type Hex, keccak256 } from 'viem'
import { inTurns } from '@datacortex/platform'
import { awaitTransaction, broadcast } from './await-transaction.ts'
import { type Fees, currentFees, highestPrice, refuseCost } from './fees.ts'
import { openIntents } from '../journal/earlier-transactions.ts'
import type { Journal, JournalLine, Planned, Signed } from '../journal/journal.ts'
import { chainError } from '../errors.ts'
import type { Call, QuotedCall } from './quote-calls.ts'
import type { Identity } from '../identities/read-identity.ts'
import { readBack, readOutcome } from './read-outcome.ts'
import type { Session } from './session.ts'

export type SentCall = {
  readonly call: Call
  readonly tx?: string | undefined
  readonly agentId?: bigint | undefined
  /** As read back. */
  readonly identity?: Identity | undefined
  readonly error?: CodedError | undefined
}

/** Nodes keep about this many transactions of one account in line. */
const inFlight = 16

type SendCallsOptions = {
  readonly calls: readonly QuotedCall[]
  readonly journal: Journal
  /** What else counts under the cap. */
  readonly spentWei?: bigint | undefined
  /** Why nothing is to be sent. */
  readonly blocked?: CodedError | undefined
}

/** Sends calls: a few at a time, each journaled with its hash before it is sent and read back afterwards. */
export async function sendCalls(session: Session, { calls, journal, blocked, ...options }: SendCallsOptions) {
  const unsent = (some: readonly QuotedCall[], error: CodedError) => some.map(({ call }): SentCall => ({ call, error }))
  if (blocked !== undefined) return unsent(calls, blocked)
  const results: SentCall[] = []
  if (calls.length === 0) return results
  let nonce = await nextNonce(session, journal)
  let { spentWei = 0n } = options
  for (let start = 0; start < calls.length; start += inFlight) {
    session.signal?.throwIfAborted()
    const group = calls.slice(start, start + inFlight)
    const fees = await groupFees(session, { rest: calls.slice(start), spentWei }).catch(codedError)
    if (CodedError.is(fees)) return [...results, ...unsent(calls.slice(start), fees)]
    spentWei += costOf(group, fees)
    const signed = await signGroup(session, { group, fees, nonce })
    nonce += group.length
    // On the disk before the first of them is on its way.
    await journal.append(signed.flatMap(({ planned, line }) => [planned, line]))
    const sent = await inTurns(signed, { atOnce: inFlight }, async (one) => await sendOne(session, one))
    await journal.append(sent.flatMap(({ lines }) => lines))
    results.push(...sent.map(({ result }) => result))
    const { onProgress } = session
    onProgress?.({ stage: 'send', done: results.length, total: calls.length, subject: group.at(-1)?.call.agent })
    if (sent.some(({ result }) => CodedError.is(result.error, 'EXPORT_TRANSACTION_PENDING'))) break
  }
  return results
}

type SignedCall = { readonly call: Call; readonly planned: Planned; readonly line: Signed }
async function sendOne(session: Session, { call, planned, line }: SignedCall) {
  const { chain, confirmations, timeoutMs, signal, signer } = session
  const tx = line.tx
  try {
    // Whatever the node says now, the chain is asked.
    await broadcast(chain, line.raw)
    const waiting = { owner: signer.address, signed: [line], confirmations, timeoutMs, signal }
    const fate = await awaitTransaction(chain, waiting)
    if (fate.kind === 'displaced')
      throw chainError('EXPORT_TRANSACTION_PENDING', { hash: tx, reason: 'its nonce is used and no receipt is shown' })
    const agentId = readOutcome(planned, fate.receipt)
    return {
      result: { call, tx, agentId, identity: await readBack(chain, planned, { agentId, hash: tx, signal }) },
      lines: minedLines(session, { planned, tx, block: fate.receipt.blockNumber, agentId }),
    }
  } catch (error) {
    if (!CodedError.is(error)) throw error
    // What is pending stays open: the next run looks for its event before it gives it up.
    const isOver = CodedError.is(error, 'EXPORT_TRANSACTION_FAILED')
    const closed = { step: 'failed', id: planned.id, at: session.now(), reason: error.code } as const
    return { result: { call, tx, error }, lines: isOver ? [closed] : [] }
  }
}

/** The lines that close an operation that did what it should. */
export function minedLines(
  { now }: Pick<Session, 'now'>,
  { planned, tx, block, agentId }: { planned: Planned; tx: `0x${string}`; block: bigint; agentId: bigint },
): readonly JournalLine[] {
  return [
    { step: 'mined', id: planned.id, at: now(), tx, block: String(block), agent_id: String(agentId) },
    { step: 'verified', id: planned.id, at: now() },
  ]
}

async function signGroup(
  session: Session,
  { group, fees, nonce }: { group: readonly QuotedCall[]; fees: Fees; nonce: number },
): Promise<readonly SignedCall[]> {
  const { chain, signer } = session
  const block = String(await chain.client.getBlockNumber())
  const signed: SignedCall[] = []
  for (const [index, { call, gas }] of group.entries()) {
    const { data, ...rest } = call
    const id = session.newId()
    const line = await signedLine(session, { id, to: call.registry, data, gas, fees, nonce: nonce + index })
    const planned = { step: 'planned', id, at: session.now(), ...rest, owner: signer.address, block } as const
    signed.push({ call, planned, line })
  }
  return signed
}

/** What is signed for an operation. `id`: of the operation. */
export type ToSign = {
  readonly id: string
  readonly nonce: number
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
  readonly fees: Fees
}

export async function signedLine(
  { chain, signer, now }: Session,
  { id, nonce, fees, ...transaction }: ToSign,
): Promise<Signed> {
  const raw = await signer.sign({ ...fees, ...transaction, chainId: chain.chainId, nonce, value: 0n })
  return { step: 'signed', id, at: now(), nonce, tx: keccak256(raw), raw }
}

/** The error for everything else, if an earlier transaction of the account is still on its way. */
export function blockedBy(errors: readonly CodedError[]): CodedError | undefined {
  return errors.find((error) => CodedError.is(error, 'EXPORT_TRANSACTION_PENDING'))
}

/** Fees change while many are sent; the caps hold for all together. */
async function groupFees(
  { chain, caps }: Session,
  { rest, spentWei }: { rest: readonly QuotedCall[]; spentWei: bigint },
): Promise<Fees> {
  const fees = await currentFees(chain, caps)
  refuseCost(spentWei + costOf(rest, fees), caps)
  return fees
}

function costOf(calls: readonly QuotedCall[], fees: Fees): bigint {
  return calls.reduce((sum, { gas }) => sum + gas, 0n) * highestPrice(fees)
}

/** After everything that is mined, waiting or journaled. */
async function nextNonce({ chain, signer }: Session, journal: Journal): Promise<number> {
  const address = signer.address
  const count = async (blockTag: 'latest' | 'pending'): Promise<number> =>
    await chain.client.getTransactionCount({ address, blockTag })
  const open = openIntents(journal, address).flatMap(({ signed }) => signed.map(({ nonce }) => nonce + 1))
  return Math.max(await count('latest'), await count('pending'), ...open)
}
