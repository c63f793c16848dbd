import { openIntents } from '../journal/earlier-transactions.ts'
import { chainError } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import { withSendingLocks } from './sending-locks.ts'
import { type Session, journalOf } from './session.ts'

/** Runs a function that sends, alone and with the journal. */
export async function whileSending<T>(session: Session, run: (journal: Journal) => Promise<T>): Promise<T> {
  return await withSendingLocks(session, async () => {
    const journal = await journalOf(session)
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
