import { errorsOf } from '@datacortex/errors'

type Of<Texts extends string, Lists extends string = never> = Readonly<
  Record<Texts, string> & Record<Lists, readonly string[]>
>

/** Makes the errors of minds. */
export const cognitionError = errorsOf({
  COGNITION_IDENTITY_MISSING: {
    message: ({ agent }: Of<'agent'>) => `The agent ${agent} has no identity.`,
    hint: ({ agent }) => `datacortex identity init ${agent}`,
  },
  COGNITION_IDENTITY_INVALID: {
    message: ({ file, issues }: Of<'file', 'issues'>) =>
      `${file} is no identity of ACAS 1.4.0: ${issues.join('; ')}. Nothing was done.`,
    hint: 'Correct these fields, then run `datacortex identity check`.',
  },
  COGNITION_IDENTITY_TWICE: {
    message: ({ agent, others }: Of<'agent', 'others'>) =>
      `The folder of the agent ${agent} differs from ${others.join(', ')} only by case or Unicode form: on other disks they are one. Nothing was done.`,
    hint: 'Rename one of these folders in .datacore/agents.',
  },
  COGNITION_SENDER_MISMATCH: {
    message: ({ agent, uid, sender }: Of<'agent' | 'uid' | 'sender'>) =>
      `The sender id is ${JSON.stringify(sender)}, and the uid of ${agent} is ${JSON.stringify(uid)}. Nothing was done.`,
    hint: 'Start it with ACAS_SENDER_ID of that agent, or name the agent that has this uid.',
  },
  COGNITION_SENDER_UNKNOWN: {
    message: ({ sender }: Of<'sender'>) =>
      `No agent here has the sender id ${JSON.stringify(sender)} as its uid. Nothing was done.`,
    hint: 'Correct ACAS_SENDER_ID, or `uid` in .datacore/agents/ID/identity.yaml.',
  },
  COGNITION_NOT_THE_CALLER: {
    message: ({ agent, caller }: Of<'agent' | 'caller'>) =>
      `${caller} can't recall or remember as ${agent}. Nothing was done.`,
    hint: 'Leave the agent out: an agent is who calls, not who is named.',
  },
  COGNITION_CALLER_UNKNOWN: {
    message: 'It is not known which agent asks.',
    hint: 'Name it with --agent ID; for an assistant set ACAS_SENDER_ID to the uid of its agent. Notes are found by `datacortex search`.',
  },
  COGNITION_ENTRY_INVALID: {
    message: ({ file, reason }: Of<'file' | 'reason'>) =>
      `${file} can't be the entry file: ${reason}. Nothing was written.`,
    hint: 'Name a file of the space that the assistant reads when it starts, such as AGENTS.md.',
  },
  COGNITION_PLACE_REFUSED: {
    message: ({ place, reason }: Of<'place' | 'reason'>) =>
      `Minds can't lie in ${JSON.stringify(place)}: ${reason}. Nothing was written.`,
    hint: 'Correct `knowledge_locations.personal.minds` in .datacore/registry/agents.yaml, such as 0-personal/minds.',
  },
  COGNITION_KNOWLEDGE_INVALID: {
    message: ({ path, issues }: Of<'path', 'issues'>) => `${path} is no knowledge file: ${issues.join('; ')}.`,
    hint: 'Correct its front matter; it is recalled as soon as it can be read.',
  },
  COGNITION_READ_ONLY: {
    message: ({ path }: Of<'path'>) =>
      `${path} says \`read_only: true\`: only a person changes it. Nothing was written.`,
    hint: 'Name another topic, or edit the file.',
  },
  COGNITION_KNOWLEDGE_CHANGED: {
    message: ({ path }: Of<'path'>) => `${path} was saved by somebody else again and again. It stays as they saved it.`,
    hint: 'Try it again when nobody saves it.',
  },
  COGNITION_NOT_THE_OWNER: {
    message: ({ topic }: Of<'topic'>) =>
      `The shared topic ${JSON.stringify(topic)} belongs to another agent. Nothing was written.`,
    hint: 'Name another topic, or keep it for yourself with --visibility private.',
  },
  COGNITION_TOPIC_INVALID: {
    message: ({ topic }: Of<'topic'>) => `${JSON.stringify(topic)} can't be the name of a topic. Nothing was written.`,
    hint: 'Name it in a few words with letters or digits.',
  },
  COGNITION_TOPIC_TWICE: {
    message: ({ topic, paths }: Of<'topic', 'paths'>) =>
      `Several files have the topic ${JSON.stringify(topic)}: ${paths.join(', ')}. Neither is written to.`,
    hint: 'Make one file of them.',
  },
  COGNITION_POINT_UNKNOWN: {
    message: ({ id }: Of<'id'>) => `The agent knows nothing with the id ${JSON.stringify(id)}. Nothing was written.`,
    hint: 'The id of a key point stands at the end of its line, such as kp-1f2e3d4c5b6a; that of an entry is its log and number, such as 2026-11-26#3.',
  },
  COGNITION_NOTHING_TO_VERIFY: {
    message: ({ folder }: Of<'folder'>) => `No agent in ${folder} has an identity.`,
    hint: 'Name a space, or a folder with an identity.yaml; `datacortex identity init AGENT` makes one.',
  },
  COGNITION_TEXT_EMPTY: {
    message: 'There is nothing to remember.',
    hint: 'datacortex remember what is to be kept in mind',
  },
  COGNITION_PEERS_INVALID: {
    message: ({ file, issues, isWriting }: Of<'file', 'issues'> & { readonly isWriting?: boolean }) =>
      `${file} is no list of peers of ACAS 1.4.0: ${issues.join('; ')}.${isWriting === true ? ' Nothing was written.' : ''}`,
    hint: 'Correct these lines: `peers` is a list with name, uid (in quotes), mention_syntax and status.',
  },
  COGNITION_PEER_UNKNOWN: {
    message: ({ peer, file }: Of<'peer' | 'file'>) => `${file} has no peer ${JSON.stringify(peer)}.`,
    hint: 'datacortex peers list shows who is known; `datacortex peers set NAME --uid UID` adds one.',
  },
  COGNITION_PEER_TWICE: {
    message: ({ reason, file }: Of<'reason' | 'file'>) => `${reason}: one of them can't be in ${file}.`,
    hint: 'A uid has one name, and a name one uid. Look which one is right; `datacortex peers set NAME --remove` takes one out.',
  },
  COGNITION_PEER_MUTED: {
    message: ({ agent, peer }: Of<'agent' | 'peer'> & Partial<Of<never, 'others'>>) =>
      `${agent} has muted ${peer}: neither asks the other. Nothing was done.`,
    hint: ({ peer, others = [] }) =>
      others.length > 0
        ? `It may ask ${others.join(', ')}.`
        : `If they are to work together again: datacortex peers set ${JSON.stringify(peer)} --status active`,
  },
  COGNITION_CONSENT_MISSING: {
    message: ({ name, peer }: Of<'agent' | 'name' | 'peer'>) =>
      `The user has not agreed that ${name} hands tasks over to ${peer}. Nothing was done.`,
    hint: ({ agent, peer }) =>
      `If it may: datacortex peers set ${JSON.stringify(peer)} --delegate --agent ${agent}, by the user.`,
  },
  COGNITION_CARD_INVALID: {
    message: ({ address, reason }: Of<'address' | 'reason'>) =>
      `At ${address} there is no A2A card of an agent: ${reason}.`,
    hint: 'Correct `minds.discovery.cards` in .datacore/settings.yaml.',
  },
  COGNITION_HANDSHAKES_OFF: {
    message: 'Handshakes are not used here. Nothing was written.',
    hint: 'Set `minds.discovery.handshakes: true` in .datacore/settings.yaml where the platform passes messages of agents on.',
  },
  COGNITION_HANDSHAKE_INVALID: {
    message: ({ issues }: Of<never, 'issues'>) =>
      `The message is no handshake: ${issues.join('; ')}. Nothing was written.`,
    hint: 'A handshake is one JSON object with "acas_handshake": "v1" in a code block of a message.',
  },
  COGNITION_HANDSHAKE_UNVERIFIED: {
    message: ({ uid, sender }: Of<'uid' | 'sender'>) =>
      `The handshake is of the uid ${JSON.stringify(uid)}, and ${sender === '' ? 'nobody says who sent it' : `${JSON.stringify(sender)} sent it`}. Nothing was written.`,
    hint: 'Only what an agent says of itself is taken in: with --from give the sender id that the platform verified.',
  },
})
