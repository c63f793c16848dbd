import { errorsOf } from '@datacortex/errors'

/** Makes the errors of peers and their discovery. */
export const peerError = errorsOf({
  COGNITION_PEERS_INVALID: {
    message: ({ file, issues, isWriting }: { file: string; issues: readonly string[]; isWriting?: boolean }) =>
      `${file} is no list of peers of ACAS 1.4.0: ${issues.join('; ')}.${isWriting === true ? ' Nothing was written.' : ''}`,
    hint: 'Correct these lines: `peers` is a list with name, uid (in quotes), mention_syntax and status.',
  },
  COGNITION_PEER_UNKNOWN: {
    message: ({ peer, file }: { peer: string; file: string }) => `${file} has no peer ${JSON.stringify(peer)}.`,
    hint: 'datacortex peers list shows who is known; `datacortex peers set NAME --uid UID` adds one.',
  },
  COGNITION_PEER_TWICE: {
    message: ({ reason, file }: { reason: string; file: string }) => `${reason}: one of them can't be in ${file}.`,
    hint: 'A uid has one name, and a name one uid. Look which one is right; `datacortex peers set NAME --remove` takes one out.',
  },
  COGNITION_PEER_MUTED: {
    message: ({ agent, peer }: { agent: string; peer: string; others?: readonly string[] }) =>
      `${agent} has muted ${peer}: neither asks the other. Nothing was done.`,
    hint: ({ peer, others = [] }) =>
      others.length > 0
        ? `It may ask ${others.join(', ')}.`
        : `If they are to work together again: datacortex peers set ${JSON.stringify(peer)} --status active`,
  },
  COGNITION_CONSENT_MISSING: {
    message: ({ name, peer }: { agent: string; name: string; peer: string }) =>
      `The user has not agreed that ${name} hands tasks over to ${peer}. Nothing was done.`,
    hint: ({ agent, peer }) =>
      `If it may: datacortex peers set ${JSON.stringify(peer)} --delegate --agent ${agent}, by the user.`,
  },
  COGNITION_CARD_INVALID: {
    message: ({ address, reason }: { address: string; reason: string }) =>
      `At ${address} there is no A2A card of an agent: ${reason}.`,
    hint: 'Correct `minds.discovery.cards` in .datacore/settings.yaml.',
  },
  COGNITION_HANDSHAKES_OFF: {
    message: 'Handshakes are not used here. Nothing was written.',
    hint: 'Set `minds.discovery.handshakes: true` in .datacore/settings.yaml where the platform passes messages of agents on.',
  },
  COGNITION_HANDSHAKE_INVALID: {
    message: ({ issues }: { issues: readonly string[] }) =>
      `The message is no handshake: ${issues.join('; ')}. Nothing was written.`,
    hint: 'A handshake is one JSON object with "acas_handshake": "v1" in a code block of a message.',
  },
  COGNITION_HANDSHAKE_UNVERIFIED: {
    message: ({ uid, sender }: { uid: string; sender: string }) =>
      `The handshake is of the uid ${JSON.stringify(uid)}, and ${sender === '' ? 'nobody says who sent it' : `${JSON.stringify(sender)} sent it`}. Nothing was written.`,
    hint: 'Only what an agent says of itself is taken in: with --from give the sender id that the platform verified.',
  },
})
