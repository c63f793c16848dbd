import { type Registry, currentId } from '@datacortex/registry'
import { formatGwei, parseTransaction } from 'viem'
import { chainError } from '../errors.ts'
import type { Intent, Journal } from './journal.ts'
import type { Session } from '../send/session.ts'

/** A transaction that an earlier run signed and whose end nobody knows; it goes before everything else. */
export type EarlierTransaction = {
  readonly intent: Intent
  /** Id of its agent now; the one of then if that leads nowhere. */
  readonly agent: string
  /** The most that it can still use and cost; nothing if its nonce is used. */
  readonly gas: bigint
  readonly costWei: bigint
  /** What it offers for one unit of gas. */
  readonly priceWei: bigint
}

/** Operations of this account that were signed and whose end the journal does not know. */
export function openIntents(journal: Journal, owner: string): readonly Intent[] {
  return journal
    .intents()
    .filter(({ planned, state }) => state === 'open' && planned.owner.toLowerCase() === owner.toLowerCase())
}

/** The transactions that have to be sent first, since nonces are used in order, with what they can cost. */
export async function earlierTransactions(
  session: Session,
  { registry, journal, lost }: { registry: Registry; journal: Journal; lost: readonly Intent[] },
): Promise<readonly EarlierTransaction[]> {
  const { chain, signer } = session
  const { address } = signer
  const open = openIntents(journal, address)
  const known = new Set(open.map(({ planned }) => planned.id))
  const intents = [...open, ...lost.filter(({ planned }) => !known.has(planned.id))]
  if (intents.length === 0) return []
  const used = await chain.client.getTransactionCount({ address, blockTag: 'latest' })
  return intents
    .toSorted((a, b) => nonceOf(a) - nonceOf(b))
    .map((intent) => {
      const agent = currentId(registry, intent.planned.agent)
      const isOver = nonceOf(intent) < used
      if (!isOver) refuse(session, { intent, agent })
      const { gas, priceWei } = isOver ? { gas: 0n, priceWei: 0n } : offerOf(intent)
      return { intent, agent: agent ?? intent.planned.agent, gas, costWei: gas * priceWei, priceWei }
    })
}

/** What all of them together can still cost. */
export function costOfEarlier(earlier: readonly EarlierTransaction[]): bigint {
  return earlier.reduce((sum, { costWei }) => sum + costWei, 0n)
}

function refuse({ caps, replace }: Session, { intent, agent }: { intent: Intent; agent: string | undefined }): void {
  const { planned } = intent
  const hash = intent.signed.at(-1)?.tx ?? ''
  // Under a new id nobody would know that it is registered, and it would be registered again.
  if (planned.op === 'register' && agent === undefined)
    throw chainError('EXPORT_REGISTRATION_ORPHANED', { id: planned.agent, hash })
  const { priceWei } = offerOf(intent)
  if (priceWei <= caps.feeWei || replace) return
  throw chainError('EXPORT_FEE_TOO_HIGH', { nowGwei: formatGwei(priceWei), capGwei: formatGwei(caps.feeWei), hash })
}

function offerOf({ signed }: Intent): { readonly gas: bigint; readonly priceWei: bigint } {
  const newest = signed.at(-1)
  if (newest === undefined) return { gas: 0n, priceWei: 0n }
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(newest.raw)
  return { gas, priceWei: maxFeePerGas ?? gasPrice ?? 0n }
}

function nonceOf({ signed }: Intent): number {
  return signed.at(-1)?.nonce ?? 0
}
