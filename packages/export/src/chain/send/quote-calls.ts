import { CodedError } from '@datacortex/errors'
import { type Address, type Hex, formatEther, hexToBytes, maxUint256 } from 'viem'
import { inTurns } from '@datacortex/platform'
import { revertReason, rpcError } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError } from '../errors.ts'
import { currentFees, highestPrice, refuseCost } from './fees.ts'
import type { Planned } from '../journal/journal.ts'
import type { Session } from './session.ts'

export type Call = Pick<Planned, 'op' | 'agent' | 'registry' | 'uri' | 'agent_id' | 'evaluation'> & {
  readonly data: Hex
}

export type QuotedCall = { readonly call: Call; readonly gas: bigint }

/** No transaction may have more (EIP-7825); local nodes do not always say so. */
const gasCap = 16_777_216n
/** Of storing one byte of a URI. */
const gasPerByte = 700

/** Tries each call without sending it, and says what it would cost now. */
export async function quoteCalls(
  { chain, signer, caps }: Pick<Session, 'chain' | 'signer' | 'caps'>,
  calls: readonly Call[],
) {
  const from = signer.address
  const [fees, balanceWei, tried] = await Promise.all([
    // A run that sends nothing is not stopped by the price of gas.
    currentFees(chain, calls.length === 0 ? { ...caps, feeWei: maxUint256 } : caps),
    chain.client.getBalance({ address: from }),
    inTurns(calls, { atOnce: 8 }, async (call) => await tryCall(chain, { call, from })),
  ])
  const quoted = tried.flatMap((one) => ('gas' in one ? [one] : []))
  const gas = quoted.reduce((sum, one) => sum + one.gas, 0n)
  return {
    calls: quoted,
    refused: tried.flatMap((one) => ('error' in one ? [one] : [])),
    fees,
    costWei: gas * highestPrice(fees),
    balanceWei,
  }
}

export type Quote = Awaited<ReturnType<typeof quoteCalls>>

/** Refuses what the account can't or may not pay. Throws `EXPORT_COST_TOO_HIGH` or `EXPORT_FUNDS_INSUFFICIENT`. */
export function refuseUnpayable(
  { caps, signer }: Pick<Session, 'caps' | 'signer'>,
  { earlierWei = 0n, balanceWei, ...quote }: Quote & { readonly earlierWei?: bigint | undefined },
): void {
  const costWei = quote.costWei + earlierWei
  refuseCost(costWei, { ...caps, earlierWei })
  if (balanceWei < costWei)
    throw chainError('EXPORT_FUNDS_INSUFFICIENT', {
      address: signer.address,
      balance: formatEther(balanceWei),
      cost: formatEther(costWei),
    })
}

type Tried = QuotedCall | { readonly call: Call; readonly error: CodedError }

async function tryCall(chain: Chain, { call, from }: { call: Call; from: Address }): Promise<Tried> {
  const id = call.agent
  const least = BigInt(gasPerByte * Math.floor(call.data.length / 2))
  if (least > gasCap) return { call, error: chainError('EXPORT_GAS_TOO_HIGH', { id, gas: least, limit: gasCap }) }
  try {
    const needed = await chain.client.estimateGas({ account: from, to: call.registry, data: call.data })
    if (needed > gasCap) return { call, error: chainError('EXPORT_GAS_TOO_HIGH', { id, gas: needed, limit: gasCap }) }
    // No node takes a transaction with less than a call costs before it does anything (EIP-2028), so once signed it
    // would wait for ever and all later ones behind it.
    if (needed < hexToBytes(call.data).reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 21_000n))
      throw rpcError(chain, 'eth_estimateGas', 'it answers too little gas')
    const roomy = (needed * 6n) / 5n
    return { call, gas: roomy > gasCap ? gasCap : roomy }
  } catch (error) {
    const reason = revertReason(error)
    if (reason !== undefined) return { call, error: chainError('EXPORT_CALL_REVERTED', { id, reason }) }
    if (CodedError.is(error, 'EXPORT_RPC_FAILED')) return { call, error }
    throw error
  }
}
