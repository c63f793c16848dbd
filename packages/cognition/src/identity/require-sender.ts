import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'

/**
 * Lets nobody act as an agent whose uid is not the sender id.
 *
 * @param mind - Of the agent.
 * @param sender - As the platform says; nothing is checked if it says none.
 * @throws `COGNITION_SENDER_MISMATCH`
 * @example requireSender(mind, process.env['ACAS_SENDER_ID'])
 */
export function requireSender(
  { agent, identity: { uid } }: Pick<Mind, 'agent' | 'identity'>,
  sender: string | undefined,
): void {
  if (sender !== undefined && sender !== uid) throw cognitionError('COGNITION_SENDER_MISMATCH', { agent, uid, sender })
}
