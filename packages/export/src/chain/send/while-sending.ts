import { openIntents } from '../journal/earlier-transactions.ts'
import { chainError } from '../errors.ts'
import { type Journal, journalName, openJournal } from '../journal/journal.ts'
import type { Session } from './session.ts'
import { join } from 'node:path'
import { patientLimit, userPaths, withLock } from '@datacortex/platform'
import type { Signer } from '../../keys/external-signer.ts'

/** Runs a function that sends, alone and with the journal. */
export async function whileSending<T>(session: Session, run: (journal: Journal) => Promise<T>): Promise<T> {
  return await withSendingLocks(session, async () => {
    const journal = await openJournal(session)
    try {
      return await run(journal)
    } catch (error) {
      if (session.signal?.aborted !== true) throw error
      const pending = openIntents(journal, session.signer.address).map(({ planned, signed }) => ({
        id: planned.agent,
        hash: signed.at(-1)?.tx ?? '',
      }))
      throw pending.length === 0 ? error : chainError('EXPORT_INTERRUPTED', { pending }, { cause: error })
    }
  })
}

type Sender = Pick<Session, 'paths' | 'chain' | 'signal' | 'timeoutMs'> & { readonly signer: Pick<Signer, 'address'> }

/** Runs what decides and sends while nobody else of this user sends, from this space or a copy of it. */
export async function withSendingLocks<T>(session: Sender, run: () => Promise<T>): Promise<T> {
  const { paths, chain, signal, timeoutMs } = session
  const options = { signal, timeoutMs: timeoutMs + patientLimit(60_000) }
  const ofAccount = await accountLock(session)
  // In this order everywhere, so that two processes never wait for each other.
  return await withLock(
    join(paths.locksDirectory, `chain-${chain.chainId}`),
    async () => await withLock(ofAccount, run, options),
    options,
  )
}

/** In the user's folder: copies of a space share it, and so do registries, since an account has one row of nonces. */
async function accountLock({ chain, signer }: Sender): Promise<string> {
  const name = ['chain', await journalName(chain), signer.address].join('-').toLowerCase()
  return join(userPaths().config, 'locks', name)
}
