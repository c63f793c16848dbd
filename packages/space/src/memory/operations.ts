import type { Entries, Operation } from '../operation.ts'
import type { ChangedMemory, ConfirmMemory } from './confirm-memory.ts'
import type { ListedMemories, ListMemories } from './list-memories.ts'
import type { Remember, RememberedText } from './remember.ts'
import type { RetractMemory } from './retract-memory.ts'
import type { ShowMemory, ShownMemory } from './show-memory.ts'

/** What can be done with what sessions and agents learned. */
export type MemoryOperations = {
  readonly remember: Operation<Remember, RememberedText>
  readonly 'memory.list': Operation<ListMemories, ListedMemories>
  readonly 'memory.show': Operation<ShowMemory, ShownMemory>
  readonly 'memory.confirm': Operation<ConfirmMemory, ChangedMemory>
  readonly 'memory.retract': Operation<RetractMemory, ChangedMemory>
}

export const memoryOperations: Entries<MemoryOperations> = {
  remember: {
    command: 'embed',
    tool: 'remember',
    title: 'Remember',
    description: 'Keeps one thing that was learned, a sentence or two, for later searches and contexts of agents.',
    right: 'write',
    isReadOnly: false,
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
    isReadOnly: false,
    notAt: { mcp: 'Whoever confirms a memory says that a person checked it, which a model did not.' },
    load: async () => (await import('./confirm-memory.ts')).confirmMemory,
  },
  'memory.retract': {
    command: 'memory retract',
    tool: 'retract_memory',
    title: 'Take a memory back',
    description: 'Takes a memory back that should not have been remembered: nothing finds it any more.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./retract-memory.ts')).retractMemory,
  },
}
