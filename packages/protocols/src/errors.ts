import { type MakeError, errorsOf } from '@datacortex/errors'

type ProtocolErrors = {
  readonly PROTOCOLS_UNREADABLE: { readonly at: string; readonly reason: string }
  readonly PROTOCOLS_LEADS_INWARD: { readonly at: string; readonly from: string }
}

/** Makes the errors of documents that others publish. */
export const protocolsError: MakeError<ProtocolErrors> = errorsOf<ProtocolErrors>({
  PROTOCOLS_UNREADABLE: {
    message: ({ at, reason }) => `${at} can't be read: ${reason}.`,
    hint: 'Its publisher has to mend it.',
  },
  PROTOCOLS_LEADS_INWARD: {
    message: ({ at, from }) =>
      `${from} leads to ${at}, which is of this machine or a private network. It was not asked.`,
    hint: 'What others publish may only lead to what everybody can reach.',
  },
})
