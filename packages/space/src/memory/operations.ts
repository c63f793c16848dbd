import { entries } from '../operation.ts'

export const memoryOperations = entries({
  remember: {
    command: 'embed',
    tool: 'remember',
    title: 'Remember',
    description: 'Keeps one thing that was learned, a sentence or two, for later searches and contexts of agents.',
    right: 'write',
    load: async () => (await import('./remember.ts')).remember,
  },
  'memory.list': {
    command: 'memory list',
    tool: 'list_memories',
    title: 'List memories',
    description: 'What was remembered and holds, the newest first.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./list-memories.ts')).listMemories,
  },
  'memory.show': {
    command: 'memory show',
    tool: 'show_memory',
    title: 'Show a memory',
    description: 'One memory: its text, where it comes from, whether it holds.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./show-memory.ts')).showMemory,
  },
  'memory.confirm': {
    command: 'memory confirm',
    tool: 'confirm_memory',
    title: 'Confirm a memory',
    description: 'Says that somebody checked a memory, and that it holds.',
    right: 'write',
    notAt: { mcp: 'Anyone who confirms a memory says that a person checked it, which a model did not.' },
    load: async () => (await import('./confirm-memory.ts')).confirmMemory,
  },
  'memory.retract': {
    command: 'memory retract',
    tool: 'retract_memory',
    title: 'Take a memory back',
    description: 'Takes a memory back that should not have been remembered: nothing finds it any more.',
    right: 'write',
    load: async () => (await import('./retract-memory.ts')).retractMemory,
  },
})
