import type { Address, Hex, TransactionSerializable } from 'viem'
import { createClient, http, isHex, numberToHex, parseTransaction, recoverTransactionAddress } from 'viem'
import { rpcReason } from '../chain/connect/ask-chain.ts'
import { chainError } from '../chain/errors.ts'
import { rpcFetch } from '../chain/connect/rpc-fetch.ts'

export type Signer = {
  readonly address: Address
  /** Asks for what is missing, so that nobody is asked in the middle. */
  unlock(): Promise<void>
  /** The signed transaction, ready to be sent. */
  sign(transaction: TransactionSerializable): Promise<Hex>
}

/** People confirm on their devices. */
const timeoutMs = 300_000

/** An account whose key another program keeps (Clef, Web3Signer, a node): it signs by `eth_signTransaction`. */
export function externalSigner(
  address: Address,
  { rpc, signal }: { rpc: string; signal: AbortSignal | undefined },
): Signer {
  const client = createClient({
    transport: http(rpc, {
      timeout: timeoutMs,
      retryCount: 0,
      fetchFn: rpcFetch(rpc),
      fetchOptions: { redirect: 'error', ...(signal === undefined ? {} : { signal }) },
    }),
  })
  const ask = client.request as (request: { method: string; params: readonly unknown[] }) => Promise<unknown>
  return {
    address,
    unlock: async () => {},
    async sign(transaction) {
      let answer: unknown
      try {
        answer = await ask({ method: 'eth_signTransaction', params: [{ from: address, ...asRpc(transaction) }] })
      } catch (error) {
        signal?.throwIfAborted()
        throw chainError('EXPORT_SIGNER_FAILED', { address, reason: rpcReason(error) })
      }
      const raw = rawOf(answer)
      if (raw === undefined || !(await isSame(raw, { transaction, address })))
        throw chainError('EXPORT_SIGNER_FAILED', {
          address,
          reason: 'it answered with something else than the signed transaction',
        })
      return raw
    },
  }
}

function asRpc(transaction: TransactionSerializable): Readonly<Record<string, unknown>> {
  const { to, data, value, gas, nonce, chainId, maxFeePerGas, maxPriorityFeePerGas, gasPrice } = transaction
  const quantities = { value, gas, nonce, chainId, maxFeePerGas, maxPriorityFeePerGas, gasPrice }
  return {
    to,
    data,
    ...Object.fromEntries(
      Object.entries(quantities).flatMap(([name, number]) =>
        number === undefined ? [] : [[name, numberToHex(number)]],
      ),
    ),
  }
}

/** Some signers answer the raw transaction, others an object with it. */
function rawOf(answer: unknown): Hex | undefined {
  if (isHex(answer)) return answer
  if (typeof answer === 'object' && answer !== null && 'raw' in answer && isHex(answer.raw)) return answer.raw
  return undefined
}

async function isSame(raw: Hex, { transaction, address }: { transaction: TransactionSerializable; address: Address }) {
  try {
    const signed = parseTransaction(raw)
    const names = ['nonce', 'chainId', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'gasPrice'] as const
    const isEqual =
      names.every((name) => BigInt(signed[name] ?? 0) === BigInt(transaction[name] ?? 0)) &&
      (signed.value ?? 0n) === (transaction.value ?? 0n) &&
      (signed.data ?? '0x') === (transaction.data ?? '0x') &&
      signed.to?.toLowerCase() === transaction.to?.toLowerCase()
    const by = await recoverTransactionAddress({ serializedTransaction: raw as never })
    return isEqual && by.toLowerCase() === address.toLowerCase()
  } catch (error) {
    // It can't even be parsed.
    if (!(error instanceof Error)) throw error
    return false
  }
}
