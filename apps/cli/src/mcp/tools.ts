import { z } from 'zod'
import type { CommandResult } from '../context.ts'
import { jsonText } from '../output/terminal-text.ts'

/** A tool: what it is told, and the command that it is. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean
  /** Whether others may be asked, such as a model behind a runner. */
  readonly isOpenWorld?: true | undefined
  /** The command line without `--root` and `--json`. */
  readonly argv: (input: Readonly<Record<string, unknown>>) => readonly string[]
  /** What a model reads: the JSON document if absent, which comes along in any case. */
  readonly textOf?: ((result: CommandResult) => string) | undefined
}

const nul = { abort: true, error: 'No command line holds a NUL character.' }
const spoken = z
  .string()
  .refine((value) => !value.includes('\0'), nul)
  .trim()
  .min(1)
const text = spoken.max(1_000_000)
const name = spoken.max(1000)
const tags = z.array(name).max(100).optional()
const top = z.number().int().min(1).max(100).optional()

const Prompt = z.object({ prompt: z.string() })
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
const Agents = z.object({
  results: z.array(z.unknown()),
  min_score: z.number().optional(),
  best: z.object({ id: z.string(), score: z.number() }).optional(),
})

/**
 * What a program of the user's may do with a space: each tool is a command of this program, so that it finds, checks and
 * refuses what the command does.
 */
export const tools: readonly Tool[] = [
  tool({
    name: 'find_agents',
    title: 'Find agents',
    description: 'Finds agents of this space by what is to be done, best first.',
    input: z.object({ task: text.describe('In plain words.'), top }),
    isReadOnly: true,
    argv: ({ task, top: most }) => ['agent', 'find', ...option('top', most), '--', task],
    textOf: ({ data }) => (Agents.parse(data).results.length === 0 ? noneFits(Agents.parse(data)) : jsonText(data)),
  }),
  tool({
    name: 'route_task',
    title: 'Choose an agent',
    description:
      'Says which one agent a task is for and why: by its tags, patterns or meaning. No agent is an answer too.',
    input: z.object({ task: text, tags: tags.describe('Such as AI:research.') }),
    isReadOnly: true,
    argv: ({ task, tags: some }) => [
      'route',
      ...option('tags', some?.map((one) => `:${one.replaceAll(/^:|:$/g, '')}:`).join(' ')),
      '--',
      task,
    ],
  }),
  tool({
    name: 'agent_context',
    title: 'Context for an agent',
    description:
      'The prompt of an agent with all that it should know for a task: the files it requires, fitting notes and memories, within a budget of tokens. Follow it to do the task as that agent.',
    input: z.object({
      agent: name.describe('Its id, as find_agents gives it.'),
      task: text,
      budget: z.number().int().min(100).max(1_000_000).optional().describe('In tokens.'),
    }),
    isReadOnly: true,
    argv: ({ agent, task, budget }) => ['agent', 'context', ...option('budget', budget), '--', agent, task],
    textOf: ({ data }) => Prompt.parse(data).prompt,
  }),
  tool({
    name: 'run_agent',
    title: 'Run an agent',
    description:
      'Gives an agent a task with the knowledge it needs, by the runner of the settings, and waits for its answer.',
    input: z.object({ agent: name, task: text, runner: name.optional().describe('That of the settings if left out.') }),
    isReadOnly: false,
    isOpenWorld: true,
    argv: ({ agent, task, runner }) => ['agent', 'run', ...option('runner', runner), '--', agent, task],
  }),
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

/** Ties the arguments of a command to the schema of its tool. */
function tool<Input extends z.ZodObject>(
  one: Omit<Tool, 'input' | 'argv'> & {
    readonly input: Input
    readonly argv: (input: z.infer<Input>) => readonly string[]
  },
): Tool {
  // As on the command line, what no tool knows is refused: a model that meant something else learns of it.
  return { ...one, input: one.input.strict(), argv: (input) => one.argv(one.input.parse(input)) }
}

/** A lone dash would mean stdin, which belongs to the protocol. */
function written(body: string): string {
  return `${body}\n`
}

/** In one word, so that a value may begin with a dash. */
function option(long: string, value: string | number | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`--${long}=${value}`]
}

/** With what would explain that something is missing. */
function hitsText({ results, remarks, index }: z.infer<typeof Hits>): string {
  const notes = index === 'stale' ? [...remarks, staleIndex] : remarks
  const found = results.length === 0 ? ['Nothing was found.'] : results.map(hitText)
  return [...found, ...notes.map((remark) => `Note: ${remark}`)].join('\n\n')
}

const staleIndex =
  'Files changed since the last `datacortex index`, and what is new in them is not found before the next one.'

function noneFits({ best, min_score: least }: z.infer<typeof Agents>): string {
  const nearest =
    best === undefined || least === undefined ? '' : ` ${best.id} comes nearest, with ${best.score} below ${least}.`
  return `No agent of this space fits that.${nearest} Do the task yourself, or ask in other words.`
}

/** A hit with the words that it was found for, without what only programs want to know. */
function hitText({ path, title, type, score, start, snippet }: z.infer<typeof Hits>['results'][number]): string {
  const place = path === undefined ? title : `${path}${start === undefined ? '' : `:${start}`}  ${title}`
  return `${place}  (${type}, ${score.toFixed(2)})\n${snippet.trim()}`
}
