import { z } from 'zod'
import type { Tool } from './tool.ts'
import { name, option, tags, text, tool, top, written } from './tool.ts'

const Hits = z.object({
  results: z.array(
    z.object({
      path: z.string().optional(),
      title: z.string(),
      type: z.string(),
      score: z.number(),
      start: z.number().optional(),
      snippet: z.string(),
    }),
  ),
  remarks: z.array(z.string()).default([]),
  index: z.string().optional(),
})
/** Tools that search, read and write notes and memories. */
export const noteTools: readonly Tool[] = [
  tool({
    name: 'search_notes',
    title: 'Search notes and memories',
    description:
      'Searches the notes of this space, and what earlier sessions learned, by meaning and by words. Read what fits with read_notes.',
    input: z.object({
      query: text,
      top,
      type: name.optional().describe('Only this type: note, zettel, literature, journal, org, session-memory…'),
      tags: tags.describe('Only notes with all of these.'),
      expand: z.number().int().min(0).max(5).optional().describe('How many links to follow from the matches.'),
    }),
    isReadOnly: true,
    argv: ({ query, top: most, type, tags: some = [], expand }) => [
      'search',
      ...option('top', most),
      ...option('type', type),
      ...some.flatMap((tag) => option('tag', tag)),
      ...option('expand', expand),
      '--',
      query,
    ],
    textOf: ({ data }) => hitsText(Hits.parse(data)),
  }),
  tool({
    name: 'read_notes',
    title: 'Read notes',
    description: 'Texts of notes by path, title or alias; a section by "Title#Heading".',
    input: z.object({
      notes: z.array(name).min(1).max(50),
      from: z.number().int().min(1).optional().describe('The first line.'),
      lines: z.number().int().min(1).optional().describe('How many lines of each at the most.'),
    }),
    isReadOnly: true,
    argv: ({ notes, from, lines }) => [
      'note',
      'show',
      ...option('from', from),
      ...option('lines', lines),
      '--',
      ...notes,
    ],
    textOf: ({ lines }) => lines.join('\n'),
  }),
  tool({
    name: 'note_links',
    title: 'Links of a note',
    description: 'Where a note leads, which notes lead to it, and its links that lead nowhere.',
    input: z.object({ note: name.describe('Path, title or alias.') }),
    isReadOnly: true,
    argv: ({ note }) => ['note', 'links', '--', note],
  }),
  tool({
    name: 'recent_notes',
    title: 'Recent notes',
    description: 'The notes that changed last, newest first.',
    input: z.object({ since: name.optional().describe('A date, or a span such as 7d or 12h.'), top }),
    isReadOnly: true,
    argv: ({ since, top: most }) => ['note', 'recent', ...option('since', since), ...option('top', most)],
  }),
  tool({
    name: 'write_note',
    title: 'Write a note',
    description: 'Writes a new Markdown note, with [[links]] to others. A note that is there is never changed.',
    input: z.object({
      title: name.describe('Also the name of its file.'),
      text,
      folder: name.optional().describe('Relative to the root of the space.'),
      tags,
      type: name.optional(),
    }),
    isReadOnly: false,
    argv: ({ title, text: body, folder, tags: some, type }) => [
      'note',
      'new',
      ...option('text', written(body)),
      ...option('folder', folder),
      ...option('tags', some?.join(',')),
      ...option('type', type),
      '--',
      title,
    ],
  }),
  tool({
    name: 'append_to_note',
    title: 'Add to a note',
    description: 'Adds a paragraph to the end of a note, or of a section of it ("Title#Heading").',
    input: z.object({ note: name, text }),
    isReadOnly: false,
    argv: ({ note, text: body }) => ['note', 'append', ...option('text', written(body)), '--', note],
  }),
  tool({
    name: 'edit_note',
    title: 'Change a note',
    description:
      'Replaces a passage of a note by another: the one text `old` that stands there exactly once, or, without `old`, all that stands below the heading of a section ("Title#Heading"). Read it with read_notes first.',
    input: z.object({
      note: name.describe('Path, title or alias; with #Heading for a section.'),
      old: text.optional().describe('What is replaced, as it stands there.'),
      text: text.or(z.literal('')).describe('What stands there afterwards; empty takes `old` away.'),
    }),
    isReadOnly: false,
    argv: ({ note, old, text: body }) => [
      'note',
      'edit',
      ...option('old', old),
      ...option('text', written(body)),
      '--',
      note,
    ],
  }),
  tool({
    name: 'move_note',
    title: 'Move a note',
    description:
      'Moves or renames a note. Links to it and from it are rewritten so that they lead where they led; a file that is there is never replaced.',
    input: z.object({
      note: name.describe('Path, title or alias.'),
      to: name.describe(
        'Path of the new file, or a folder with a slash at its end; relative to the root of the space.',
      ),
    }),
    isReadOnly: false,
    argv: ({ note, to }) => ['note', 'move', '--', note, to],
  }),
  tool({
    name: 'remove_note',
    title: 'Remove a note',
    description: 'Removes a note, and names the notes whose links to it lead nowhere then. The user can undo it.',
    input: z.object({ note: name.describe('Path, title or alias.') }),
    isReadOnly: false,
    argv: ({ note }) => ['note', 'remove', '--', note],
  }),
  tool({
    name: 'remember',
    title: 'Remember',
    description: 'Keeps one thing that was learned, a sentence or two, for later searches and contexts of agents.',
    input: z.object({
      text,
      tags,
      source: name.optional().describe('The execution or file of the space that it comes from.'),
      supersedes: name.optional().describe('Id of the memory that it replaces.'),
    }),
    isReadOnly: false,
    argv: ({ text: body, tags: some, source, supersedes }) => [
      'embed',
      ...option('text', body),
      '--type=session-memory',
      ...option('tags', some?.join(',')),
      ...option('source', source),
      ...option('supersedes', supersedes),
    ],
  }),
]

/** With what would explain that something is missing. */
function hitsText({ results, remarks, index }: z.infer<typeof Hits>): string {
  const notes = index === 'stale' ? [...remarks, staleIndex] : remarks
  const found = results.length === 0 ? ['Nothing was found.'] : results.map(hitText)
  return [...found, ...notes.map((remark) => `Note: ${remark}`)].join('\n\n')
}

const staleIndex =
  'Files changed since the last `datacortex index`, and what is new in them is not found before the next one.'

/** A hit with the words that it was found for, without what only programs want to know. */
function hitText({ path, title, type, score, start, snippet }: z.infer<typeof Hits>['results'][number]): string {
  const place = path === undefined ? title : `${path}${start === undefined ? '' : `:${start}`}  ${title}`
  return `${place}  (${type}, ${score.toFixed(2)})\n${snippet.trim()}`
}
