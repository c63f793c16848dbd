import { redact } from '@datacortex/errors'
import type { RegisteredAgent } from '@datacortex/registry'
import { CallRefusedError } from '../errors.ts'

/** Somebody calls an agent whose `can_be_called_by` says something that the registry could not read (DIP-0016 §11.1). */
export class CallersUnreadError extends CallRefusedError {
  override readonly hint: string
  override readonly details: Readonly<Record<string, unknown>>

  constructor(options: {
    readonly caller: string
    readonly agent: string
    readonly unread: NonNullable<RegisteredAgent['unread']>
  }) {
    const { caller, agent, unread } = options
    super({ caller, agent, allowed: ['nothing that can be read'] })
    const now = unread.map(({ field, reason }) => `${field} ${reason}`).join('; ')
    // How to mend it, not how to let this caller in: the owner of the file knows whom it was to name.
    this.hint = redact(
      `Write it in the entry of ${agent} as a list of ids, such as \`can_be_called_by: [user]\`. Now ${now}.`,
    )
    this.details = { rule: 'can_be_called_by', caller, agent, allowed: [], unread }
  }
}
