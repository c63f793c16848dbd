import { errorsOf, redact } from '@datacortex/errors'

type Relay = { readonly url: string; readonly reason: string }
// Relays repeat what they were asked, and their addresses may hold a token.
const at = ({ url, reason }: Relay) => ({ url: redact(url), reason: redact(reason) })

/** Makes the errors of what others publish. */
export const protocolError = errorsOf({
  PROTOCOLS_UNREADABLE: {
    message: ({ at: url, reason }: { at: string; reason: string }) => `${url} can't be read: ${reason}.`,
    hint: 'Check the address. Where it is right, its publisher has to mend it, or to let you in.',
    details: ({ at: url, reason }) => ({ at: redact(url), reason: redact(reason) }),
  },
  PROTOCOLS_LEADS_INWARD: {
    message: ({ at: url, from }: { at: string; from: string }) =>
      `${from} leads to ${url}, which is of this machine or a private network. It was not asked.`,
    hint: 'What others publish may only lead to what everybody can reach.',
    details: ({ at: url, from }) => ({ at: redact(url), from: redact(from) }),
  },
  PROTOCOLS_CATALOG_LOOP: {
    message: ({ at: url, from }: { at: string; from: string }) =>
      `The catalogue ${from} leads back to ${url}, which was read once.`,
    hint: 'Its publisher has to mend it; nothing is missing.',
    details: ({ at: url, from }) => ({ at: redact(url), from: redact(from) }),
  },
  PROTOCOLS_RANGE_CUT: {
    message: ({ at: url }: { at: string }) =>
      `${url} answers only short ranges of blocks: it was asked for shorter ones, and nothing is left out.`,
    hint: 'An RPC that answers longer ranges is read faster.',
  },
  PROTOCOLS_CHAIN_REORGANISED: {
    message: ({ at: url }: { at: string }) =>
      `The chain of ${url} has other blocks than before: its registry is read anew from the start.`,
    hint: 'What was in the blocks that are gone is dropped when that is done.',
  },
  NOSTR_NO_RELAY: {
    message: 'No Nostr client is available: no relay is configured.',
    hint: 'Add one: datacortex nostr relays add wss://relay.example.org',
  },
  NOSTR_NOTHING_FOUND: {
    message: ({ relays }: { relays: number }) => `No agents found on ${relays} ${relays === 1 ? 'relay' : 'relays'}.`,
    hint: 'Ask in other words, or add relays that have agent definitions: datacortex nostr relays add wss://relay.example.org',
  },
  NOSTR_RELAY_UNREACHABLE: {
    message: ({ url, reason }: Relay) => `The relay ${url} broke off: ${reason}.`,
    hint: 'What it had sent before counts. Ask again, or take it out: datacortex nostr relays remove URL',
    details: at,
  },
  NOSTR_RELAY_SLOW: {
    message: ({ url, ms }: { url: string; ms: number }) => `The relay ${url} was not done within ${ms} ms.`,
    hint: 'What it had sent before counts. Raise nostr.deadline_ms in the settings, or take it out.',
    details: ({ url, ms }) => ({ url: redact(url), ms }),
  },
  NOSTR_RELAY_REFUSED: {
    message: ({ url, reason }: Relay) => `The relay ${url} refused: ${reason}.`,
    hint: 'Relays that want to know who asks (AUTH) or to be paid are not supported: use another.',
    details: at,
  },
  NOSTR_RELAY_WRONG: {
    message: ({ url, reason }: Relay) => `The relay ${url} sent what can't be taken: ${reason}.`,
    hint: 'Nothing of that was used. If it happens again, take the relay out: datacortex nostr relays remove URL',
    details: at,
  },
  NOSTR_EVENT_FUTURE: {
    message: ({ url, count }: { url: string; count: number }) =>
      `The relay ${url} has ${count} ${count === 1 ? 'event' : 'events'} from the future: not taken before that.`,
    hint: 'Else it would win against all that its author publishes until then.',
    details: ({ url, count }) => ({ url: redact(url), count }),
  },
  NOSTR_EVENT_REPEATED: {
    message: ({ url, count }: { url: string; count: number }) =>
      `The relay ${url} sent ${count} ${count === 1 ? 'event' : 'events'} more than once: each was taken once.`,
    hint: 'A relay gives an event once for each question.',
    details: ({ url, count }) => ({ url: redact(url), count }),
  },
  NOSTR_RELAY_CUT: {
    message: ({ url }: { url: string }) =>
      `The relay ${url} has more events of one second than it gives at once: some of them may be missing.`,
    hint: 'All before and after that second was taken. Another relay may give more at once.',
    details: ({ url }) => ({ url: redact(url) }),
  },
  NOSTR_REFERENCE_INVALID: {
    message: ({ text }: { text: string }) => `${text} is no reference to an agent on Nostr.`,
    hint: 'A reference begins with nevent1, naddr1 or note1, or is an event id of 64 hexadecimal digits.',
  },
  NOSTR_SECRET_REFUSED: {
    message: 'What was given holds a secret key of Nostr (nsec1…); it is not used, kept or repeated.',
    hint: 'Take the key in where nobody sees it: datacortex keystore import --kind nostr. If others saw it, make a new one.',
  },
})
