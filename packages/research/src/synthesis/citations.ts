import type { Evidence } from '../claims/evidence.ts'
import { escapeMarkdown, linkTarget, wikiLink } from './markdown-text.ts'
import type { Synthesis, SynthesisSource } from './types.ts'

/** Turns ids of evidence into links: the only place where an address gets into a text. */
export type Citations = {
  /** `[^e1][^e2]`. */
  readonly marks: (ids: readonly string[]) => string
  readonly source: (sourceId: string) => string
  readonly quote: (id: string) => string
  /** Questions of the topic with their answers; those without one say so. */
  readonly answers: () => readonly string[]
  readonly sourceOf: (evidenceId: string) => SynthesisSource | undefined
  /** One definition for each id that was marked, in the order of the evidence. */
  readonly notes: () => readonly string[]
}

export function citationsOf({
  evidence,
  sources,
  answers = [],
}: Pick<Synthesis, 'evidence' | 'sources' | 'answers'>): Citations {
  const byId = new Map(evidence.map((one) => [one.id, one]))
  const bySource = new Map(sources.map((source) => [source.id, source]))
  const marked = new Set<string>()
  const source = (sourceId: string): string => {
    const found = bySource.get(sourceId)
    return found === undefined ? escapeMarkdown(sourceId) : sourceLink(found)
  }
  const marks = (ids: readonly string[]): string => {
    const good = ids.filter((id) => byId.has(id))
    for (const id of good) marked.add(id)
    return good.map((id) => `[^${id}]`).join('')
  }
  return {
    marks,
    answers: () =>
      answers.map(({ question, evidence: id }) => {
        const answer = id === undefined ? 'Nothing that was read answers it.' : `${quoted(byId.get(id))}${marks([id])}`
        return `- **${escapeMarkdown(question)}** ${answer}`
      }),
    source,
    quote: (id) => quoted(byId.get(id)),
    sourceOf: (id) => bySource.get(byId.get(id)?.sourceId ?? ''),
    notes: () =>
      evidence
        .filter(({ id }) => marked.has(id))
        .map((one) => `[^${one.id}]: ${quoted(one)} — ${source(one.sourceId)}`),
  }
}

export function sourceLink({
  title,
  url,
  note,
  path = note,
}: Pick<SynthesisSource, 'title' | 'url' | 'note' | 'path'>): string {
  const name = escapeMarkdown(title) || 'untitled'
  if (path !== undefined) return wikiLink(path, title.replaceAll(/[[\]|\s]+/gu, ' ').trim() || 'note')
  const target = linkTarget(url)
  return target === undefined ? name : `[${name}](${target})`
}

function quoted(evidence: Evidence | undefined): string {
  return evidence === undefined ? '' : `“${escapeMarkdown(evidence.quote)}”`
}
