import { codedError, ifCoded } from '@datacortex/errors'
import type { Hex } from 'viem'
import { type OpenRegistry, identityAbi } from './open-registry.ts'

/** How far a registry was read: the last block, and its hash, by which a chain that was reorganised is noticed. */
export type ScanPlace = { readonly block: string; readonly hash: Hex }

/** Blocks that may still be replaced: what is in them is read again. */
const unsettled = 12n
const widest = 50_000n
const leastSpan = 16n
const mostRequests = 40

/**
 * Reads which identities changed, by events in ranges of blocks: an RPC that cuts ranges is asked for shorter ones. Where
 * the block of the place is another one by now, it begins anew.
 */
export async function scanRegistry(
  registry: OpenRegistry,
  { from, limit }: { from: ScanPlace | undefined; limit: number },
) {
  const { client, address, ask, signal } = registry
  const last = await ask(client.getBlockNumber({ cacheTime: 0 }))
  const isAnew = from !== undefined && !(await isSame(registry, from))
  let next = from === undefined || isAnew ? address.fromBlock : BigInt(from.block) + 1n
  const changed = new Set<bigint>()
  let span = widest
  let reached: bigint | undefined
  let isCut = false
  for (let requests = 0; next <= last && changed.size < limit && requests < mostRequests; requests += 1) {
    signal.throwIfAborted()
    const to = next + span - 1n < last ? next + span - 1n : last
    const found = await changesIn(registry, { from: next, to }).catch(codedError)
    if (found instanceof Error) {
      if (span <= leastSpan) throw found
      span = span > 2000n ? 2000n : span / 4n < leastSpan ? leastSpan : span / 4n
      continue
    }
    isCut = span < widest
    for (const id of found) changed.add(id)
    reached = to
    next = to + 1n
  }
  const isMore = next <= last
  // Up to what may be replaced; of a whole scan the newest blocks are read again by the next.
  const kept = isMore ? reached : last > unsettled ? last - unsettled : undefined
  const known = isAnew ? undefined : from
  const block = kept === undefined || kept < BigInt(known?.block ?? -1) ? undefined : kept
  const place = block === undefined ? known : await placeAt(registry, block)
  return { changed: [...changed], place, isMore, isCut, isAnew }
}

async function placeAt({ client, ask }: OpenRegistry, block: bigint): Promise<ScanPlace> {
  const { hash } = await ask(client.getBlock({ blockNumber: block }))
  return { block: String(block), hash }
}

async function isSame(registry: OpenRegistry, { block, hash }: ScanPlace): Promise<boolean> {
  return (await placeAt(registry, BigInt(block)).catch(ifCoded(undefined)))?.hash === hash
}

async function changesIn(
  { client, ask, identity }: OpenRegistry,
  { from, to }: { from: bigint; to: bigint },
): Promise<readonly bigint[]> {
  const range = { fromBlock: from, toBlock: to } as const
  const logs = await ask(client.getContractEvents({ address: identity, abi: identityAbi, strict: true, ...range }))
  return logs.flatMap((log) => {
    if (log.address.toLowerCase() !== identity.toLowerCase() || log.removed) return []
    return [log.eventName === 'Transfer' ? log.args.tokenId : log.args.agentId]
  })
}
