import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine decides what runs on it.'

/** Which programs a space may run on this machine. */
export const trustOperations = entries({
  'trust.list': {
    command: 'trust list',
    tool: 'list_commands',
    title: 'List commands',
    description: 'Every command that settings, sources and modules of this space want to run, and whether it may.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-commands.ts')).listCommands,
  },
  'trust.approve': {
    command: 'trust approve',
    tool: 'approve_commands',
    title: 'Approve commands',
    description: 'Shows commands and, after asking, allows exactly these in this space.',
    right: 'manage',
    notAt: { mcp: isDecision, http: isDecision },
    load: async () => (await import('./approve-commands.ts')).approveCommands,
  },
  'trust.revoke': {
    command: 'trust revoke',
    tool: 'revoke_commands',
    title: 'Revoke commands',
    description: 'Allows commands of this space no longer.',
    right: 'manage',
    notAt: { mcp: isDecision, http: isDecision },
    load: async () => (await import('./revoke-commands.ts')).revokeCommands,
  },
})
