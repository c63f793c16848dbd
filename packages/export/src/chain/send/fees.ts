import type { CodedError } from '@datacortex/errors'
import { formatEther, formatGwei, parseEther, parseGwei } from 'viem'
import type { Chain } from '../connect/connect-chain.ts'
import { chainError, optionMissing } from '../errors.ts'

export type CapOptions = {
  /** Most for one unit of gas, in gwei; 300 if absent. */
  readonly maxFeeGwei?: number | undefined
  /** Most for all transactions together, in ether, as a decimal; on chains with real money 0.05 if absent. */
  readonly maxCost?: string | undefined
}

/** The caps in wei. */
export type Caps = { readonly feeWei: bigint; readonly costWei: bigint | undefined }

export type Fees =
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 'legacy'; readonly gasPrice: bigint }

/** Reads the caps. Throws `EXPORT_CHAIN_OPTION_MISSING` if one is no amount. */
export function readCaps(chain: Chain, { maxFeeGwei = 300, maxCost }: CapOptions): Caps {
  if (!(maxFeeGwei > 0 && maxFeeGwei < 1e9)) throw noAmount('--max-fee-gwei')
  const cost = maxCost ?? (chain.isTestnet ? undefined : '0.05')
  if (cost !== undefined && !/^\d+(?:\.\d+)?$/.test(cost)) throw noAmount('--max-cost')
  return { feeWei: parseGwei(maxFeeGwei.toFixed(9)), costWei: cost === undefined ? undefined : parseEther(cost) }
}

/** What to offer for gas now: twice the base fee, so that some full blocks can pass, but never more than the cap. */
export async function currentFees(chain: Chain, { feeWei }: Caps): Promise<Fees> {
  const { client } = chain
  const block = await client.getBlock()
  const base = block.baseFeePerGas
  if (base === null || base === undefined) {
    const gasPrice = await client.getGasPrice()
    refuseAbove(gasPrice, feeWei)
    return { type: 'legacy', gasPrice }
  }
  const tip = await client.estimateMaxPriorityFeePerGas()
  refuseAbove(base + tip, feeWei)
  const offered = 2n * base + tip
  return { type: 'eip1559', maxFeePerGas: offered < feeWei ? offered : feeWei, maxPriorityFeePerGas: tip }
}

/** The most that one unit of gas can cost. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}

/** Refuses a cost above the cap. Throws `EXPORT_COST_TOO_HIGH`. */
export function refuseCost(
  costWei: bigint,
  { costWei: cap, earlierWei = 0n }: Caps & { readonly earlierWei?: bigint | undefined },
): void {
  if (cap === undefined || costWei <= cap) return
  const earlier = earlierWei === 0n ? undefined : formatEther(earlierWei)
  throw chainError('EXPORT_COST_TOO_HIGH', { cost: formatEther(costWei), cap: formatEther(cap), earlier })
}

function refuseAbove(price: bigint, cap: bigint): void {
  if (price > cap) throw chainError('EXPORT_FEE_TOO_HIGH', { nowGwei: formatGwei(price), capGwei: formatGwei(cap) })
}

function noAmount(name: string): CodedError {
  return optionMissing(`What ${name} names is no amount`, 'Give a number such as 20 or 0.05.')
}
