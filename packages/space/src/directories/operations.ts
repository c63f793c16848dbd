import { entries } from '../operation.ts'

const isDecision = 'Only the user of this machine says who is asked.'
const decided = { right: 'manage', notAt: { mcp: isDecision, http: isDecision } } as const

/** Where agents are looked for that are published elsewhere. */
export const directoryOperations = entries({
  'directories.list': {
    description: 'The directories of agents that are published elsewhere: whom each asks, and what is kept of it here.',
    right: 'research',
    isReadOnly: true,
    load: async () => (await import('./change-directories.ts')).listDirectories,
  },
  'directories.add': {
    tool: 'add_directory',
    title: 'Add a directory',
    description: 'Adds an address to those that a directory asks.',
    ...decided,
    atOwnPage: true,
    isUsersWord: true,
    load: async () => (await import('./change-directories.ts')).addDirectory,
  },
  'directories.remove': {
    tool: 'remove_directory',
    title: 'Remove a directory',
    description: 'Takes an address out of those that a directory asks.',
    ...decided,
    isUsersWord: true,
    load: async () => (await import('./change-directories.ts')).removeDirectory,
  },
  'directories.refresh': {
    description: 'Asks directories for what changed, and makes it findable.',
    right: 'research',
    isOpenWorld: true,
    load: async () => (await import('./change-directories.ts')).refreshDirectories,
  },
})
