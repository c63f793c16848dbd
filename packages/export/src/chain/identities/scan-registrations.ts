import { CodedError } from '@datacortex/errors'
import { type Address, type Hex, parseAbiItem } from 'viem'
import { rpcError } from '../connect/ask-chain.ts'
import type { Chain } from '../connect/connect-chain.ts'

/** A registration as the events of the registry tell it. */
export type Registration = {
  readonly agentId: bigint
  readonly uri: string
  readonly owner: Address
  readonly tx: Hex
  readonly block: bigint
}

const registered = parseAbiItem('event Registered(uint256 indexed agentId, string agentURI, address indexed owner)')

/** Requests before the search is given up. */
const most = 2000

/** Whose registrations are looked for, and from which block on; from the first if absent. */
export type ScanOptions = { readonly owner: Address; readonly fromBlock?: bigint | number | string | undefined }

export async function scanRegistrations(
  chain: Chain,
  { owner, fromBlock = 0 }: ScanOptions,
): Promise<readonly Registration[]> {
  const last = await chain.client.getBlockNumber()
  const found: Registration[] = []
  let from = BigInt(fromBlock)
  let span = last - from + 1n
  for (let requests = 0; from <= last; requests += 1) {
    if (requests > most) throw tooLong(chain, from)
    const to = from + span - 1n < last ? from + span - 1n : last
    try {
      found.push(...(await scanRange(chain, { owner, from, to })))
      from = to + 1n
    } catch (error) {
      if (!CodedError.is(error, 'EXPORT_RPC_FAILED') || span <= 16n) throw error
      span = span > 20_000n ? 10_000n : span / 2n
    }
  }
  return found
}

async function scanRange(chain: Chain, { owner, from, to }: { owner: Address; from: bigint; to: bigint }) {
  const logs = await chain.client.getLogs({
    address: chain.identity,
    event: registered,
    args: { owner },
    fromBlock: from,
    toBlock: to,
    strict: true,
  })
  return logs.flatMap(
    ({ address, removed, args, transactionHash: tx, blockNumber: block }: Partial<(typeof logs)[number]>) => {
      // An event that is in no block yet proves nothing.
      if (removed === true || args === undefined || typeof tx !== 'string' || typeof block !== 'bigint') return []
      if (address?.toLowerCase() !== chain.identity.toLowerCase()) return []
      return [{ agentId: args.agentId, uri: args.agentURI, owner: args.owner, tx, block }]
    },
  )
}

function tooLong(chain: Chain, from: bigint): CodedError {
  const reason = `it allows only short ranges of blocks, and ${most} of them reached block ${from}; name a later --from-block`
  return rpcError(chain, 'eth_getLogs', reason)
}
