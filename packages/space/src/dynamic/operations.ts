import { entries } from '../operation.ts'

const usersWord = 'Only the user at this machine says which agents stay.'

/** What can be done with agents that agents make. */
export const dynamicOperations = entries({
  'agents.create': {
    command: 'agent create',
    tool: 'create_agent',
    title: 'Make an agent',
    description:
      'Makes an agent below another one, with some of what that may do: a primer, typed tasks, capabilities, limits. It stays when who made it has ended.',
    right: 'manage',
    load: async () => (await import('./create-agent.ts')).createAgent,
  },
  'agents.promote': {
    command: 'agent promote',
    tool: 'promote_agent',
    title: 'Promote a dynamic agent',
    description: 'Makes a dynamic agent a normal one of the registry, with the rights that it has.',
    right: 'manage',
    notAt: { mcp: usersWord, http: usersWord },
    load: async () => (await import('./promote-agents.ts')).promoteAgent,
  },
  'agents.demote': {
    command: 'agent demote',
    tool: 'demote_agent',
    title: 'Demote a promoted agent',
    description: 'Makes an agent that was promoted a dynamic one again, byte for byte what it was.',
    right: 'manage',
    notAt: { mcp: usersWord, http: usersWord },
    load: async () => (await import('./promote-agents.ts')).demoteAgent,
  },
})
