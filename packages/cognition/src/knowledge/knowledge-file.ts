import { readTextFile, recordOf, schemaIssues } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { z } from 'zod'

export type Visibility = 'private' | 'shared' | 'public'

export function visibilityOf(written: unknown): Visibility {
  return written === 'shared' || written === 'public' ? written : 'private'
}

const uid = z.string('expected a text in quotes: a number would lose digits').min(1)

const Head = z.object({
  title: z.string().min(1).optional(),
  tags: z
    .array(z.string())
    .nullish()
    .transform((tags): readonly string[] => tags ?? []),
  summary: z.string().nullish(),
  owner_uid: uid,
  last_writer_uid: uid.optional(),
  visibility: z.enum(['private', 'shared', 'public']).default('private'),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  last_reflected_from: z
    .string()
    .nullish()
    .transform((source) => source ?? undefined),
  /** In whose contexts it always stands: `owner` for its owner, ids of other agents, `all`. */
  pin: z
    .union([z.boolean().transform((isPinned) => (isPinned ? ['owner'] : [])), z.array(z.string().min(1))])
    .default([]),
  /** Of what stands there. */
  token_limit: z.number().int().positive().optional(),
  /** Whether only a person changes it. */
  read_only: z.boolean().default(false),
})

type Filled = 'title' | 'summary' | 'last_writer_uid' | 'created_at' | 'updated_at'

/** A knowledge file; what its head lacks is taken from its `body`, which is the text below. */
export type Knowledge = Readonly<Omit<z.infer<typeof Head>, Filled> & Record<Filled | 'body', string>>

type Parsed = { readonly ok: true; readonly knowledge: Knowledge; readonly isOwnerAssumed: boolean }
type Failed = { readonly ok: false; readonly issues: readonly string[] }

type ReadAs = { readonly name: string; readonly owner: string; readonly agent?: string | undefined }

/** Reads a knowledge file, with its text and bytes. */
export async function readKnowledge(file: string, as: ReadAs) {
  const read = await readTextFile(file)
  if (!read.ok) return { ok: false, issues: [read.reason] } as const
  const parsed = await parseKnowledge(read.text, as)
  return parsed.ok ? { ...read, ...parsed } : parsed
}

/**
 * Reads the text of a knowledge file. One that names no owner is private and belongs to the agent in whose folder it lies; `agent`: the
 * id that stood for its uid before it had an identity.
 */
export async function parseKnowledge(text: string, { name, owner, agent }: ReadAs): Promise<Failed | Parsed> {
  const split = splitFrontMatter(text)
  if (split === undefined && /^\uFEFF?---[ \t]*\r?\n/.test(text))
    return { ok: false, issues: ['its front matter has no end'] }
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text))
    return { ok: false, issues: ['git left the marks of a conflict in it'] }
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document, problems } = parseYaml(split?.yaml ?? '')
  const [problem] = problems
  if (problem !== undefined) return { ok: false, issues: [`line ${problem.line + 1}: ${problem.message}`] }
  const given = recordOf(document.toJS())
  const isOwnerAssumed = given['owner_uid'] === undefined
  const parsed = Head.safeParse(isOwnerAssumed ? { ...given, owner_uid: owner, visibility: 'private' } : given)
  if (!parsed.success) return { ok: false, issues: schemaIssues(parsed.error) }
  const { data: head } = parsed
  const body = split?.body ?? text
  const days = sectionLines(body, 'Changelog').flatMap((line) => /^- (\d{4}-\d{2}-\d{2})/.exec(line)?.[1] ?? [])
  return {
    ok: true,
    isOwnerAssumed,
    knowledge: {
      ...head,
      title: head.title ?? /^# +(.+?)\s*$/m.exec(body)?.[1] ?? name,
      summary: head.summary ?? sectionLines(body, 'Summary').join('\n').trim(),
      owner_uid: head.owner_uid === agent ? owner : head.owner_uid,
      last_writer_uid: head.last_writer_uid ?? head.owner_uid,
      created_at: head.created_at ?? days[0] ?? '',
      updated_at: head.updated_at ?? days.at(-1) ?? '',
      body,
    },
  }
}

/** The lines below a heading of the second level, up to the next one. */
export function sectionLines(body: string, heading: string): readonly string[] {
  const lines = body.split(/\r?\n/)
  const { start, end } = sectionOf(lines, heading) ?? { start: 0, end: 0 }
  return lines.slice(start, end)
}

/** Where they begin and end; undefined if there is no such heading. */
export function sectionOf(
  lines: readonly string[],
  heading: string,
): { readonly start: number; readonly end: number } | undefined {
  const start = 1 + lines.findIndex((line) => /^## +(.+?)\s*$/.exec(line)?.[1]?.toLowerCase() === heading.toLowerCase())
  const next = lines.findIndex((line, at) => at >= start && /^#{1,2} /.test(line))
  return start === 0 ? undefined : { start, end: next === -1 ? lines.length : next }
}
