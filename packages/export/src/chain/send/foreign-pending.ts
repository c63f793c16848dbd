import type { CodedError } from '@datacortex/errors'
import { chainError } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import type { Session } from './session.ts'

/** The error if a transaction is on its way that the journal does not know, perhaps from a copy of the space. */
export async function foreignPending({ chain, signer }: Session, journal: Journal): Promise<CodedError | undefined> {
  const { address } = signer
  const [mined, sent] = await Promise.all([
    chain.client.getTransactionCount({ address, blockTag: 'latest' }),
    chain.client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  const own = new Set(
    journal
      .intents()
      .filter(({ planned }) => planned.owner.toLowerCase() === address.toLowerCase())
      .flatMap(({ signed }) => signed.map(({ nonce }) => nonce))
      .filter((nonce) => nonce >= mined && nonce < sent),
  )
  if (sent - mined <= own.size) return undefined
  return chainError('EXPORT_TRANSACTION_PENDING', {
    hash: `with nonce ${mined}`,
    reason: 'it was not sent from this space, and may be the same registration from a copy of it',
  })
}
