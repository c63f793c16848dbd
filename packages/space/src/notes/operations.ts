import type { Entries } from '../operation.ts'

/** What can be done with notes: search, read and write them. */
export type NoteOperations = {
  readonly search: typeof import('./search.ts').search
  readonly 'search.sources': typeof import('./search-everywhere.ts').searchEverywhere
  readonly 'search.save': typeof import('./search-everywhere.ts').saveFound
  readonly 'notes.read': typeof import('./read-notes.ts').readNotes
  readonly 'notes.links': typeof import('./note-links.ts').noteLinks
  readonly 'notes.recent': typeof import('./recent-notes.ts').recentNotes
  readonly 'notes.write': typeof import('./write-note.ts').writeNote
  readonly 'notes.append': typeof import('./append-to-note.ts').appendToNote
  readonly 'notes.edit': typeof import('./edit-note.ts').editNote
  readonly 'notes.move': typeof import('./move-note.ts').moveNote
  readonly 'notes.remove': typeof import('./remove-note.ts').removeNote
  readonly undo: typeof import('./undo.ts').undo
  readonly 'undo.list': typeof import('./list-undo.ts').listUndo
}

export const noteOperations: Entries<NoteOperations> = {
  search: {
    command: 'search',
    tool: 'search_notes',
    title: 'Search notes and memories',
    description:
      'Searches the notes of this space, and what earlier sessions learned, by meaning and by words. Read what fits with read_notes.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./search.ts')).search,
  },
  'search.sources': {
    command: 'search',
    tool: 'search_sources',
    title: 'Search sources',
    description:
      'Asks every source of this space at once, such as encyclopedias and archives, and the notes if wanted.',
    right: 'research',
    isReadOnly: true,
    isOpenWorld: true,
    load: async () => (await import('./search-everywhere.ts')).searchEverywhere,
  },
  'search.save': {
    command: 'search',
    tool: 'save_result',
    title: 'Keep what a source says',
    description: 'Searches sources of the web, and keeps one of the results as a zettel.',
    right: 'research',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./search-everywhere.ts')).saveFound,
  },
  'notes.read': {
    command: 'note show',
    tool: 'read_notes',
    title: 'Read notes',
    description: 'Texts of notes by path, title or alias; a section by "Title#Heading".',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./read-notes.ts')).readNotes,
  },
  'notes.links': {
    command: 'note links',
    tool: 'note_links',
    title: 'Links of a note',
    description: 'Where a note leads, which notes lead to it, and its links that lead nowhere.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./note-links.ts')).noteLinks,
  },
  'notes.recent': {
    command: 'note recent',
    tool: 'recent_notes',
    title: 'Recent notes',
    description: 'The notes that changed last, newest first.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./recent-notes.ts')).recentNotes,
  },
  'notes.write': {
    command: 'note new',
    tool: 'write_note',
    title: 'Write a note',
    description: 'Writes a new Markdown note, with [[links]] to others. A note that is there is never changed.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./write-note.ts')).writeNote,
  },
  'notes.append': {
    command: 'note append',
    tool: 'append_to_note',
    title: 'Add to a note',
    description: 'Adds a paragraph to the end of a note, or of a section of it ("Title#Heading").',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./append-to-note.ts')).appendToNote,
  },
  'notes.edit': {
    command: 'note edit',
    tool: 'edit_note',
    title: 'Change a note',
    description:
      'Replaces a passage of a note by another: the one text `old` that stands there exactly once, or, without `old`, all that stands below the heading of a section ("Title#Heading"). Read it with read_notes first.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./edit-note.ts')).editNote,
  },
  'notes.move': {
    command: 'note move',
    tool: 'move_note',
    title: 'Move a note',
    description:
      'Moves or renames a note. Links to it and from it are rewritten so that they lead where they led; a file that is there is never replaced.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./move-note.ts')).moveNote,
  },
  'notes.remove': {
    command: 'note remove',
    tool: 'remove_note',
    title: 'Remove a note',
    description: 'Removes a note, and names the notes whose links to it lead nowhere then. The user can undo it.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./remove-note.ts')).removeNote,
  },
  undo: {
    command: 'undo',
    tool: 'undo',
    title: 'Take writes back',
    description: 'Takes back what one operation wrote, by the name that its answer gave; what was changed since stays.',
    right: 'write',
    isReadOnly: false,
    load: async () => (await import('./undo.ts')).undo,
  },
  'undo.list': {
    command: 'undo',
    tool: 'list_undo',
    title: 'What can be taken back',
    description: 'What was written last, and whether undo can still take it back.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./list-undo.ts')).listUndo,
  },
}
