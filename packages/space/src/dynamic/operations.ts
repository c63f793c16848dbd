import { entries } from '../operation.ts'

const usersWord = 'Only the user at this machine says which agents stay.'
const byUser = { right: 'manage', notAt: { mcp: usersWord, http: usersWord } } as const

export const dynamicOperations = entries({
  'agents.create': {
    tool: 'create_agent',
    title: 'Make an agent',
    description:
      'Makes an agent below another one, with some of what that may do: a primer, typed tasks, capabilities, limits. It stays when who made it has ended. With dry_run it says what there is to build from.',
    right: 'manage',
    load: async () => (await import('./create-agent.ts')).createAgent,
  },
  'agents.spawn': {
    tool: 'spawn_agent',
    title: 'Copy an agent for a task',
    description:
      'Lets copies of an agent work on a task, one for each row, some at once: they keep nothing, write nothing and start nobody. The same again goes on where it was stopped.',
    right: 'run',
    isOpenWorld: true,
    wants: ['runners', 'plugins', 'writer', 'network'],
    load: async () => (await import('./spawn-clones.ts')).spawnClones,
  },
  'agents.promote': {
    tool: 'promote_agent',
    title: 'Promote a dynamic agent',
    description: 'Makes a dynamic agent a normal one of the registry, with the rights that it has.',
    ...byUser,
    load: async () => (await import('./promote-agents.ts')).promoteAgent,
  },
  'agents.demote': {
    tool: 'demote_agent',
    title: 'Demote a promoted agent',
    description: 'Makes an agent that was promoted a dynamic one again, byte for byte what it was.',
    ...byUser,
    load: async () => (await import('./promote-agents.ts')).demoteAgent,
  },
})
