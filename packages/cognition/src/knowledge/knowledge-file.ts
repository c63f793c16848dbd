import { isRecord, schemaIssues } from '@datacortex/platform'
import { splitFrontMatter } from '@datacortex/text'
import { z } from 'zod'

export type Visibility = 'private' | 'shared' | 'public'

export function visibilityOf(written: unknown): Visibility {
  return written === 'shared' || written === 'public' ? written : 'private'
}

export type Knowledge = {
  readonly title: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly owner_uid: string
  readonly last_writer_uid: string
  readonly visibility: Visibility
  readonly created_at: string
  readonly updated_at: string
  readonly last_reflected_from?: string | undefined
  /** In whose contexts it always stands: `owner` for its owner, ids of other agents, `all`. */
  readonly pin: readonly string[]
  /** Of what stands there. */
  readonly token_limit?: number | undefined
  /** Whether only a person changes it. */
  readonly read_only: boolean
  /** Without front matter. */
  readonly body: string
}

export type ParsedKnowledge =
  | { readonly ok: true; readonly knowledge: Knowledge; readonly isOwnerAssumed: boolean }
  | { readonly ok: false; readonly issues: readonly string[] }

const uid = z.string('expected a text in quotes: a number would lose digits').min(1)
const time = z.string().optional()

const Head = z.looseObject({
  title: z.string().min(1).optional(),
  tags: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  owner_uid: uid,
  last_writer_uid: uid.optional(),
  visibility: z.enum(['private', 'shared', 'public']).default('private'),
  created_at: time,
  updated_at: time,
  last_reflected_from: z.string().nullish(),
  pin: z
    .union([z.boolean().transform((isPinned) => (isPinned ? ['owner'] : [])), z.array(z.string().min(1))])
    .default([]),
  token_limit: z.number().int().positive().optional(),
  read_only: z.boolean().default(false),
})

/**
 * Reads a knowledge file. One without front matter is private and belongs to the agent in whose folder it lies; `agent`: the
 * id that stood for its uid before it had an identity.
 */
export async function parseKnowledge(
  text: string,
  { name, owner, agent }: { readonly name: string; readonly owner: string; readonly agent?: string | undefined },
): Promise<ParsedKnowledge> {
  const split = splitFrontMatter(text)
  if (split === undefined && /^\uFEFF?---[ \t]*\r?\n/.test(text))
    return { ok: false, issues: ['its front matter has no end'] }
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text))
    return { ok: false, issues: ['git left the marks of a conflict in it'] }
  const body = split?.body ?? text
  let head: z.output<typeof Head> = { owner_uid: owner, visibility: 'private', pin: [], read_only: false }
  if (split !== undefined) {
    const { parseYaml } = await import('@datacortex/platform/yaml')
    const { document, problems } = parseYaml(split.yaml)
    const [problem] = problems
    if (problem !== undefined) return { ok: false, issues: [`line ${problem.line + 1}: ${problem.message}`] }
    const value: unknown = document.toJS()
    const given = isRecord(value) ? value : {}
    const parsed = Head.safeParse(
      given['owner_uid'] === undefined ? { ...given, owner_uid: owner, visibility: 'private' } : given,
    )
    if (!parsed.success) return { ok: false, issues: schemaIssues(parsed.error) }
    head = parsed.data
  }
  const days = sectionLines(body, 'Changelog').flatMap((line) => /^- (\d{4}-\d{2}-\d{2})/.exec(line)?.[1] ?? [])
  const summary = sectionLines(body, 'Summary').join('\n').trim()
  return {
    ok: true,
    isOwnerAssumed: !/^owner_uid:/m.test(split?.yaml ?? ''),
    knowledge: {
      title: head.title ?? /^# +(.+?)\s*$/m.exec(body)?.[1] ?? name,
      tags: head.tags ?? [],
      summary: head.summary ?? summary,
      owner_uid: head.owner_uid === agent ? owner : head.owner_uid,
      last_writer_uid: head.last_writer_uid ?? head.owner_uid,
      visibility: head.visibility,
      created_at: head.created_at ?? days[0] ?? '',
      updated_at: head.updated_at ?? days.at(-1) ?? '',
      last_reflected_from: head.last_reflected_from ?? undefined,
      pin: head.pin,
      token_limit: head.token_limit,
      read_only: head.read_only,
      body,
    },
  }
}

/** The lines below a heading of the second level, up to the next one. */
export function sectionLines(body: string, heading: string): readonly string[] {
  const lines = body.split(/\r?\n/)
  const start = headingLine(lines, heading)
  if (start === -1) return []
  const length = lines.slice(start + 1).findIndex((line) => /^#{1,2} /.test(line))
  return lines.slice(start + 1, length === -1 ? undefined : start + 1 + length)
}

/** The line of a heading of the second level; -1 if there is none. */
export function headingLine(lines: readonly string[], heading: string): number {
  return lines.findIndex((line) => /^## +(.+?)\s*$/.exec(line)?.[1]?.toLowerCase() === heading.toLowerCase())
}
