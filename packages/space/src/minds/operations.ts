import { entries } from '../operation.ts'

const isIssued = 'Only the user of this machine says who an agent is.'
const issued = { right: 'manage', notAt: { mcp: isIssued, http: isIssued } } as const

const areFiles = 'Here they are files of a folder, which `recall` and `remember` read and write.'
const isOfAgents = 'An assistant recalls and remembers.'

const anyFolder = 'It reads whichever folder is named, also outside of the space.'

export const mindOperations = entries({
  'identity.init': {
    title: 'Give an agent an identity',
    description:
      'Gives an agent an identity of ACAS 1.4.0, and the entry file of its assistant a block that leads to it.',
    ...issued,
    load: async () => (await import('./identity.ts')).initIdentity,
  },
  'identity.check': {
    title: 'Check an identity',
    description: 'Does the bootstrap flow of ACAS 1.4.0 for an agent: entry file, identity, sender id, peers, tables.',
    right: 'write',
    load: async () => (await import('./identity.ts')).checkIdentity,
  },
  'identity.show': {
    title: 'Show an identity',
    description: 'Who an agent is, what it declares, and where its knowledge and logs lie.',
    right: 'read',
    load: async () => (await import('./identity.ts')).showIdentity,
  },
  'identity.verify': {
    title: 'Verify minds',
    description:
      'Runs the acceptance criteria of ACAS 1.4.0 on the agents of a folder, in any layout, and says which hold.',
    right: 'read',
    notAt: { mcp: anyFolder, http: anyFolder },
    load: async () => (await import('./verify-identity.ts')).verifyIdentity,
  },
  'shared.read': {
    title: 'Read shared knowledge',
    description: 'What agents of this space share: all of it, or one file with its text.',
    right: 'read',
    notAt: { command: areFiles, mcp: isOfAgents },
    load: async () => (await import('./shared-knowledge.ts')).readShared,
  },
  'shared.write': {
    title: 'Write shared knowledge',
    description: 'Writes a file that agents share, in place of the text that it was made of.',
    right: 'write',
    notAt: { command: areFiles, mcp: isOfAgents },
    load: async () => (await import('./shared-knowledge.ts')).writeShared,
  },
  recall: {
    description: 'What you know about something: knowledge files of the agent that asks, and what other agents share.',
    right: 'read',
    load: async () => (await import('./recall.ts')).recall,
  },
  reflect: {
    description:
      'Makes key points of what stands in your logs: facts, preferences, decisions, learnings, as candidates.',
    right: 'write',
    load: async () => (await import('./reflect.ts')).reflect,
  },
  'peers.list': {
    command: 'peers list',
    description: 'The agents that you work with, by name, uid and mention; with a task those who can help with it.',
    right: 'read',
    load: async () => (await import('./peers.ts')).listPeers,
  },
  'peers.mention': {
    command: 'peers mention',
    tool: 'mention_peer',
    title: 'Mention a peer',
    description: 'How another agent is mentioned in a message, as its platform wants it.',
    right: 'read',
    load: async () => (await import('./peers.ts')).mentionPeer,
  },
  'peers.check': {
    command: 'peers check',
    tool: 'check_mentions',
    description: 'Whether a message mentions every agent that it names, by the right uid. Ask before you send it.',
    right: 'read',
    load: async () => (await import('./peers.ts')).checkText,
  },
  'peers.set': {
    command: 'peers set',
    tool: 'set_peer',
    title: 'Say who a peer is',
    description: 'Adds a peer of an agent, changes or mutes it, or lets tasks be handed over to it.',
    ...issued,
    load: async () => (await import('./peers.ts')).setPeer,
  },
  'peers.discover': {
    command: 'peers discover',
    description: 'Announces you to other agents and takes in whom it finds, by the kinds of discovery in the settings.',
    right: 'write',
    isOpenWorld: true,
    load: async () => (await import('./peers.ts')).discoverPeers,
  },
  'peers.handshake': {
    command: 'peers handshake',
    tool: 'shake_hands',
    description: 'What you say of yourself to other agents, as a code block; or takes in what one of them sent.',
    right: 'write',
    load: async () => (await import('./peers.ts')).handshake,
  },
})
