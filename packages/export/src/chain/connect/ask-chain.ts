import { CodedError } from '@datacortex/errors'
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  HttpRequestError,
  type PublicClient,
  RawContractError,
  TimeoutError,
} from 'viem'
import { chainError } from '../errors.ts'

/** Asks the RPC; all but a revert becomes `EXPORT_RPC_FAILED`, without the RPC's path, which may hold a key. */
export async function askChain<T>({ origin }: { origin: string }, what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (CodedError.is(error) || isAbort(error) || revertReason(error) !== undefined) throw error
    // The cause would carry the whole address of the RPC into logs.
    throw rpcError({ origin }, what, rpcReason(error))
  }
}

export function rpcError({ origin }: { origin: string }, what: string, reason: string): CodedError {
  return chainError('EXPORT_RPC_FAILED', { origin, what, reason })
}

/** What actions of a client ask the RPC for. */
const methods = {
  estimateGas: 'eth_estimateGas',
  estimateMaxPriorityFeePerGas: 'eth_maxPriorityFeePerGas',
  getBalance: 'eth_getBalance',
  getBlock: 'eth_getBlockByNumber',
  getBlockNumber: 'eth_blockNumber',
  getChainId: 'eth_chainId',
  getCode: 'eth_getCode',
  getGasPrice: 'eth_gasPrice',
  getLogs: 'eth_getLogs',
  getTransactionCount: 'eth_getTransactionCount',
  readContract: 'eth_call',
  simulateContract: 'eth_call',
} as const

/** The client with actions that fail as {@link askChain} has it; sending and receipts are left to who asks for them. */
export function askingClient(client: PublicClient, origin: string): PublicClient {
  const asking = Object.entries(methods).map(([name, method]) => {
    const action = client[name as keyof typeof methods] as (...args: readonly unknown[]) => Promise<unknown>
    return [name, async (...args: readonly unknown[]) => await askChain({ origin }, method, action(...args))]
  })
  return { ...client, ...Object.fromEntries(asking) }
}

/** Why a contract refused a call; undefined if it was not a contract that refused. */
export function revertReason(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const reverted = error.walk((inner) => inner instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError)
    return reverted.reason ?? reverted.data?.errorName ?? reverted.signature ?? 'it gives no reason'
  if (error.walk((inner) => inner instanceof Error && otherForm.test(inner.name)) !== null)
    return 'its answer has another form'
  const other = error.walk(
    (inner) =>
      inner instanceof ExecutionRevertedError ||
      inner instanceof ContractFunctionZeroDataError ||
      inner instanceof RawContractError,
  )
  if (other instanceof ContractFunctionZeroDataError) return 'there is no such function'
  return other instanceof BaseError
    ? withoutDot(other.shortMessage.replace(/^Execution reverted (?:with reason|for) ?:? ?/i, ''))
    : undefined
}

/** What a contract answers; undefined if it refuses, or has no such function. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (revertReason(error) === undefined) throw error
    return undefined
  }
}

/** A sentence as it stands inside of another one. */
export function withoutDot(text: string): string {
  return text.replace(/\.+$/, '')
}

/** viem's errors about answers that do not fit the interface. */
const otherForm =
  /^(?:AbiDecoding|PositionOutOfBounds|InvalidBytesBoolean|NegativeOffset|RecursiveReadLimit|SizeOverflow)/

/** What went wrong, in few words and without the address. */
export function rpcReason(error: unknown): string {
  if (!(error instanceof BaseError)) return error instanceof SyntaxError ? 'it answers no JSON' : 'no answer'
  const inner = error.walk((one) => one instanceof TimeoutError || one instanceof HttpRequestError)
  if (inner instanceof TimeoutError) return 'it did not answer in time'
  if (inner instanceof HttpRequestError && inner.status === 429) return 'too many requests (429)'
  if (error.walk((one) => one instanceof SyntaxError) !== null) return 'its answer is no JSON-RPC'
  if (inner instanceof HttpRequestError)
    return inner.status === undefined ? 'the connection failed' : `it answered with status ${inner.status}`
  // Not all of viem's errors have details.
  const text = error.details || error.shortMessage
  const [line = ''] = text.replace(/https?:\/\/\S+/g, 'the RPC').split('\n', 1)
  return withoutDot(line).slice(0, 200)
}

function isAbort(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return (
    error instanceof BaseError && error.walk((inner) => inner instanceof Error && inner.name === 'AbortError') !== null
  )
}
