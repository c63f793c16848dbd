import { entries } from '../operation.ts'

export const memoryOperations = entries({
  remember: {
    command: 'embed',
    description: 'Keeps one thing that was learned, a sentence or two, for later searches and contexts of agents.',
    right: 'write',
    load: async () => (await import('./remember.ts')).remember,
  },
  'memory.list': {
    tool: 'list_memories',
    description: 'What was remembered and holds, the newest first.',
    right: 'read',
    load: async () => (await import('./list-memories.ts')).listMemories,
  },
  'memory.show': {
    title: 'Show a memory',
    description: 'One memory: its text, where it comes from, whether it holds.',
    right: 'read',
    load: async () => (await import('./show-memory.ts')).showMemory,
  },
  'memory.confirm': {
    title: 'Confirm a memory',
    description: 'Says that somebody checked a memory, and that it holds.',
    right: 'write',
    notAt: { mcp: 'Anyone who confirms a memory says that a person checked it, which a model did not.' },
    load: async () => (await import('./change-memories.ts')).confirmMemory,
  },
  'memory.retract': {
    title: 'Take a memory back',
    description: 'Takes a memory back that should not have been remembered: nothing finds it any more.',
    right: 'write',
    load: async () => (await import('./change-memories.ts')).retractMemory,
  },
  'memory.update': {
    title: 'Correct a memory',
    description: 'Writes the text of a memory anew; the former one stays in the changelog of its topic.',
    right: 'write',
    load: async () => (await import('./change-memories.ts')).updateMemory,
  },
  'memory.pin': {
    title: 'Pin a memory',
    description: 'Puts the topic of a memory into every context of its agent, or takes it out of them.',
    right: 'write',
    notAt: { mcp: 'What stands in every context is for a person to say, not for a model that reads it.' },
    load: async () => (await import('./change-memories.ts')).pinMemory,
  },
  'memory.move': {
    title: 'Move a memory',
    description: 'Moves a memory to another topic of the same agent.',
    right: 'write',
    load: async () => (await import('./change-memories.ts')).moveMemory,
  },
})
