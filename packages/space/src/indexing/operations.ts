import type { Entries } from '../operation.ts'

/** What keeps the notes of a space findable. */
export type IndexOperations = {
  readonly index: typeof import('./index-notes.ts').indexNotes
  readonly 'index.watch': typeof import('./watch-notes.ts').watchNotes
}

const endless = 'It goes on until it is stopped.'

export const indexOperations: Entries<IndexOperations> = {
  index: {
    command: 'index',
    tool: 'index_notes',
    title: 'Bring the index in step',
    description: 'Brings the index of the notes in step with the files, so that what is new in them is found.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./index-notes.ts')).indexNotes,
  },
  'index.watch': {
    command: 'index',
    tool: 'watch_notes',
    title: 'Keep the index in step',
    description: 'Keeps the index of the notes in step with the files until it is stopped.',
    right: 'write',
    isReadOnly: false,
    notAt: { mcp: endless, http: endless },
    load: async () => (await import('./watch-notes.ts')).watchNotes,
  },
}
