import { entries } from '../operation.ts'

const isIssued = 'Only the user of this machine says who an agent is.'

/** Who agents are, and what they know. */
export const mindOperations = entries({
  'identity.init': {
    command: 'identity init',
    tool: 'init_identity',
    title: 'Give an agent an identity',
    description:
      'Gives an agent an identity of ACAS 1.4.0, and the entry file of its assistant a block that leads to it.',
    right: 'manage',
    notAt: { mcp: isIssued, http: isIssued },
    load: async () => (await import('./identity.ts')).initIdentity,
  },
  'identity.check': {
    command: 'identity check',
    tool: 'check_identity',
    title: 'Check an identity',
    description: 'Does the bootstrap flow of ACAS 1.4.0 for an agent: entry file, identity, sender id, tables.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./identity.ts')).checkIdentity,
  },
  'identity.show': {
    command: 'identity show',
    tool: 'show_identity',
    title: 'Show an identity',
    description: 'Who an agent is, what it declares, and where its knowledge and logs lie.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./identity.ts')).showIdentity,
  },
  recall: {
    command: 'recall',
    tool: 'recall',
    title: 'Recall',
    description: 'What you know about something: knowledge files of the agent that asks, and what other agents share.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./recall.ts')).recall,
  },
  reflect: {
    command: 'reflect',
    tool: 'reflect',
    title: 'Reflect',
    description:
      'Makes key points of what stands in your logs: facts, preferences, decisions, learnings, as candidates.',
    right: 'write',
    load: async () => (await import('./reflect.ts')).reflect,
  },
})
