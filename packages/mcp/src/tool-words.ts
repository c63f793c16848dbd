import { count, nearestBelow, scoreText } from '@datacortex/wording'
import { z } from 'zod'

/** What is said of the answer of a tool beside its document. */
export type ToolWords = {
  /** What a model reads; the JSON document if absent, or if that is not what it was known to be. */
  readonly textOf?: ((document: object) => string | undefined) | undefined
  /** Whether it is the answer of something that went wrong. */
  readonly hasFailed?: ((document: object) => boolean) | undefined
  /** What the tool's document has beside the operation's. */
  readonly more?: ((document: object) => object) | undefined
}

export function wordsOf(tool: string): ToolWords {
  return words[tool] ?? {}
}

const words: Readonly<Record<string, ToolWords | undefined>> = {
  find_agents: { textOf: (document) => textBy(Agents, document, noneFits) },
  agent_context: { textOf: (document) => textBy(Context, document, ({ prompt }) => prompt) },
  run_agent: {
    textOf: (document) => textBy(Run, document, ({ text, error }) => [text, error?.message].filter(Boolean).join('\n')),
    hasFailed: (document) => {
      const { data } = Run.safeParse(document)
      return data !== undefined && (!['success', 'partial'].includes(data.status) || data.kept === false)
    },
    more: (document) => ({ answer: Run.safeParse(document).data?.text }),
  },
  search_notes: { textOf: (document) => textBy(Hits, document, hitsText) },
  read_notes: {
    textOf: (document) => textBy(Shown, document, notesText),
    hasFailed: (document) => (Shown.safeParse(document).data?.missing ?? []).length > 0,
  },
}

function textBy<Document>(
  schema: z.ZodType<Document>,
  document: object,
  textOf: (document: Document) => string | undefined,
): string | undefined {
  const { data } = schema.safeParse(document)
  return data === undefined ? undefined : textOf(data)
}

const Context = z.object({ prompt: z.string() })
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
  return `${place}  (${type}, ${scoreText(score)})\n${snippet.trim()}`
}

const Note = z.object({
  path: z.string(),
  title: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
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

function noteText({ path, title, type, tags, text, links, backlinks, ...part }: z.infer<typeof Note>): string {
  const { start, end, lines } = part
  const shown = end < start ? 'no line of it' : `lines ${start}–${end} of ${lines}`
  const isPart = start > 1 || end < lines
  const facts = [title, type, ...tags.map((tag) => `#${tag}`), ...(isPart ? [shown] : [])].join('  ')
  const around = [
    ...(links.length > 0 ? [count(links.length, 'link')] : []),
    ...(backlinks.length > 0 ? [count(backlinks.length, 'backlink')] : []),
  ].join(', ')
  return [path, facts, '', text, ...(around === '' ? [] : ['', `${around}: ask note_links`])].join('\n')
}
