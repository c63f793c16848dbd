import { setTimeout as sleep } from 'node:timers/promises'
import { CodedError } from '@datacortex/errors'
import { type Address, type Hex, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { askChain, rpcReason, withoutDot } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import type { Signed } from '../journal/journal.ts'

/** What became of a signed transaction: in a block that is deep enough, or another one took its nonce. */
export type Fate = { readonly kind: 'mined'; readonly receipt: TransactionReceipt } | { readonly kind: 'displaced' }

export type WaitOptions = {
  /** Blocks, with the one that holds the transaction. */
  readonly confirmations: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Waits until a signed transaction is in a block, sending it again whenever the chain does not know it. */
export async function awaitTransaction(
  chain: Chain,
  { owner, signed, confirmations, timeoutMs, signal }: WaitOptions & { owner: Address; signed: readonly Signed[] },
): Promise<Fate> {
  const newest = signed.at(-1)
  if (newest === undefined) return { kind: 'displaced' }
  const deadline = performance.now() + timeoutMs
  const sendAfterMs = chain.isLocal ? 100 : 1000
  const tick = { pollMs: chain.isLocal ? 10 : 500, sendAt: performance.now() + sendAfterMs, sendAfterMs }
  let displaced = 0
  let trouble = 'it is in no block'
  for (;;) {
    signal?.throwIfAborted()
    try {
      const found = await lookUp(chain, { owner, signed, confirmations })
      if (found.kind === 'mined') return found
      displaced = found.kind === 'displaced' ? displaced + 1 : 0
      // The receipt may come later than the nonce moves, most of all if many machines answer for one RPC.
      if (displaced >= (chain.isLocal ? 3 : 20)) return { kind: 'displaced' }
      trouble = found.kind === 'shallow' ? 'its block is not deep enough' : trouble
      if (found.kind === 'absent' && performance.now() >= tick.sendAt) {
        const refusal = await broadcast(chain, newest.raw)
        const isNext = found.next >= newest.nonce
        trouble = isNext
          ? (refusal ?? 'it is in no block')
          : `its nonce is ${newest.nonce}, and the account has to use ${found.next} first`
        tick.sendAfterMs = Math.min(tick.sendAfterMs * 2, 30_000)
        tick.sendAt = performance.now() + tick.sendAfterMs
      }
    } catch (error) {
      if (!CodedError.is(error, 'EXPORT_RPC_FAILED')) throw error
      trouble = withoutDot(error.message)
    }
    if (performance.now() >= deadline)
      throw chainError('EXPORT_TRANSACTION_PENDING', { hash: newest.tx, reason: trouble })
    await sleep(tick.pollMs, undefined, signal === undefined ? {} : { signal })
    tick.pollMs = Math.min(tick.pollMs * 1.3, chain.isLocal ? 50 : 2000)
  }
}

/** Sends a signed transaction; an error may come from a node that has accepted it all the same. */
export async function broadcast(chain: Chain, raw: Hex): Promise<string | undefined> {
  try {
    await chain.client.sendRawTransaction({ serializedTransaction: raw })
    return undefined
  } catch (error) {
    const reason = rpcReason(error)
    return /already (?:known|imported|exists)|known transaction/i.test(reason) ? undefined : reason
  }
}

type Sight =
  | Fate
  | { readonly kind: 'shallow' }
  /** `next`: the first nonce of the account that is not used yet. */
  | { readonly kind: 'absent'; readonly next: number }

async function lookUp(
  chain: Chain,
  { owner, signed, confirmations }: { owner: Address; signed: readonly Signed[]; confirmations: number },
): Promise<Sight> {
  const { client } = chain
  // Before the receipt, so that a block that goes away in between does not count as deep.
  const head = confirmations > 1 ? await client.getBlockNumber() : 0n
  for (const { tx } of signed.toReversed()) {
    const receipt = await receiptOf(chain, tx)
    if (receipt === undefined) continue
    const depth = head - receipt.blockNumber + 1n
    return confirmations <= 1 || depth >= confirmations ? { kind: 'mined', receipt } : { kind: 'shallow' }
  }
  const at = head - BigInt(confirmations) + 1n
  const used = await client.getTransactionCount({
    address: owner,
    ...(confirmations > 1 ? { blockNumber: at < 0n ? 0n : at } : { blockTag: 'latest' }),
  })
  return signed.some(({ nonce }) => used > nonce) ? { kind: 'displaced' } : { kind: 'absent', next: used }
}

export async function receiptOf(chain: Chain, hash: Hex): Promise<TransactionReceipt | undefined> {
  const asked = chain.client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  })
  const receipt: Partial<TransactionReceipt> = (await askChain(chain, 'eth_getTransactionReceipt', asked)) ?? {}
  // An answer about another transaction, or without its end, is none: what it leaves out was not "failed".
  return isReceipt(receipt) && receipt.transactionHash.toLowerCase() === hash.toLowerCase() ? receipt : undefined
}

function isReceipt(receipt: Partial<TransactionReceipt>): receipt is TransactionReceipt {
  const { status, blockNumber, transactionHash, logs } = receipt
  return (
    (status === 'success' || status === 'reverted') &&
    typeof blockNumber === 'bigint' &&
    typeof transactionHash === 'string' &&
    Array.isArray(logs) &&
    logs.every(
      ({ address, topics, data }) => typeof address === 'string' && Array.isArray(topics) && typeof data === 'string',
    )
  )
}
