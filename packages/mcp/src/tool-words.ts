import { count, nearestBelow } from '@datacortex/wording'
import { z } from 'zod'

/** What is said of the answer of a tool beside its document. */
export type ToolWords = {
  /** What a model reads; the JSON document if absent, or if that is not what it was known to be. */
  readonly textOf?: ((document: object) => string | undefined) | undefined
  /** Whether it is the answer of something that went wrong. */
  readonly hasFailed?: ((document: object) => boolean) | undefined
  /** What clients get of the document, most of which show that alone to their models: no more than the text says. */
  readonly keeps?: readonly string[] | undefined
  /** Its inputs that clients are shown, if not all: programs may send the others too. */
  readonly shows?: readonly string[] | undefined
  /** What they get of each thing in these lists of the document. */
  readonly keepsOfEach?: Readonly<Record<string, readonly string[]>> | undefined
}

export function wordsOf(tool: string): ToolWords {
  return words[tool] ?? {}
}

/** The document as clients get it. */
export function keptOf(tool: string, document: object): object {
  const { keeps, keepsOfEach = {} } = wordsOf(tool)
  // A plan, or whatever else is no answer of the usual kind, is passed on as it is.
  if (keeps === undefined || 'dry_run' in document) return document
  const lists = Object.entries(keepsOfEach).flatMap(([list, names]) => {
    const all: unknown = document[list as keyof typeof document]
    return Array.isArray(all) ? [[list, all.map((one: object) => picked(one, names))] as const] : []
  })
  return { ...picked(document, [...keeps, 'findings']), ...Object.fromEntries(lists) }
}

function picked(document: object, names: readonly string[]): object {
  const isKept = ([name, value]: readonly [string, unknown]): boolean => value !== undefined && names.includes(name)
  return Object.fromEntries(Object.entries(document).filter(isKept))
}

const hit = ['id', 'path', 'title', 'type', 'date', 'state', 'score', 'start', 'snippet', 'origin', 'url', 'via']
const hits: ToolWords = {
  keeps: ['query', 'tier', 'results', 'remarks', 'skipped', 'index'],
  keepsOfEach: { results: hit },
}

const words: Readonly<Record<string, ToolWords | undefined>> = {
  find_agents: {
    textOf: (document) => readBy(Agents, document, noneFits),
    shows: ['task', 'top', 'tags', 'directories'],
  },
  agent_context: {
    textOf: (document) => readBy(Context, document, contextText),
    keeps: ['agent', 'prompt', 'tokens', 'retrieval'],
    shows: ['agent', 'task', 'budget', 'space'],
  },
  run_agent: {
    textOf: (document) => readBy(Run, document, ({ text, error }) => [text, error?.message].filter(Boolean).join('\n')),
    hasFailed: (document) =>
      readBy(Run, document, ({ status, kept }) => !['success', 'partial'].includes(status) || kept === false) ?? false,
    shows: ['agent', 'task', 'runner', 'space', 'input', 'dry_run'],
    keeps: ['execution_id', 'agent', 'status', 'text', 'error', 'kept'],
  },
  search_notes: { ...hits, shows: ['query', 'top', 'type', 'tags', 'expand', 'space', 'folder'] },
  search_sources: hits,
  remember: { shows: ['text', 'topic', 'tags', 'source', 'supersedes', 'space'] },
  read_notes: {
    textOf: (document) => readBy(Shown, document, notesText),
    hasFailed: (document) =>
      readBy(Shown, document, ({ notes, missing }) => notes.length === 0 && missing.length > 0) ?? false,
    keeps: ['notes', 'missing'],
    keepsOfEach: {
      notes: ['path', 'title', 'type', 'tags', 'date', 'text', 'start', 'end', 'lines'],
      missing: ['note', 'message', 'hint'],
    },
  },
}

/** Undefined of a document of another kind. */
function readBy<Document, Said>(
  schema: z.ZodType<Document>,
  document: object,
  read: (document: Document) => Said,
): Said | undefined {
  const { data } = schema.safeParse(document)
  return data === undefined ? undefined : read(data)
}

const Context = z.object({
  prompt: z.string(),
  retrieval: z.object({ strategy: z.string(), because: z.string() }).optional(),
})

function contextText({ prompt, retrieval }: z.infer<typeof Context>): string {
  return retrieval === undefined ? prompt : `${prompt}\n(${retrieval.strategy}: ${retrieval.because})`
}

const Run = z.object({
  status: z.string(),
  text: z.string(),
  error: z.object({ message: z.string() }).optional(),
  kept: z.boolean().optional(),
})
const Agents = z.object({
  results: z.array(z.unknown()),
  min_score: z.number().optional(),
  best: z.object({ id: z.string(), score: z.number() }).optional(),
})

function noneFits({ results, best, min_score: least }: z.infer<typeof Agents>): string | undefined {
  if (results.length > 0) return undefined
  const nearest = best === undefined || least === undefined ? '' : ` ${nearestBelow(best, least)}.`
  return `No agent of this space fits that.${nearest} Do the task yourself, or ask in other words.`
}

const Note = z.object({
  path: z.string(),
  title: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  date: z.string().optional(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  lines: z.number(),
  links: z.array(z.unknown()),
  backlinks: z.array(z.unknown()),
})
const Shown = z.object({
  notes: z.array(Note),
  missing: z.array(z.object({ message: z.string(), hint: z.string().optional() })).default([]),
})

function notesText({ notes, missing }: z.infer<typeof Shown>): string {
  const lacking = missing.map(({ message, hint = '' }) => `${message} ${hint}`.trim())
  return [...notes.map(noteText), ...lacking].join('\n\n')
}

function noteText({ path, title, type, tags, date, text, links, backlinks, ...part }: z.infer<typeof Note>): string {
  const { start, end, lines } = part
  const shown = end < start ? 'no line of it' : `lines ${start}–${end} of ${lines}`
  const isPart = start > 1 || end < lines
  const facts = [
    title,
    type,
    ...(date === undefined ? [] : [date]),
    ...tags.map((tag) => `#${tag}`),
    ...(isPart ? [shown] : []),
  ].join('  ')
  const around = [
    ...(links.length > 0 ? [count(links.length, 'link')] : []),
    ...(backlinks.length > 0 ? [count(backlinks.length, 'backlink')] : []),
  ].join(', ')
  return [path, facts, '', text, ...(around === '' ? [] : ['', `${around}: ask note_links`])].join('\n')
}
