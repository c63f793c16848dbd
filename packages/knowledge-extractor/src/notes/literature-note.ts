import { withoutUndefined } from '@datacortex/errors'
import { stringify } from 'yaml'
import { recordOf } from '@datacortex/platform'
import { foldText } from '@datacortex/text'
import type { Passage } from '../ideas/passage.ts'
import type { Digest } from '../ideas/pick-insights.ts'
import { addTags } from './add-tags.ts'
import { fieldRecord, followFields } from './follow-fields.ts'
import { frontMatterText } from './front-matter-text.ts'
import { inlineText } from './inline-text.ts'
import type { literatureFields } from './literature-fields.ts'
import { emptyOwn, generatedHash, noteParts } from './note-parts.ts'
import type { TableExcerpt } from './table-excerpt.ts'
import { type NoteLinkTarget, wikiLink } from './wiki-link.ts'

export type LiteratureNote = {
  /** Front matter without what is derived; values that are undefined are left out. */
  readonly fields: ReturnType<typeof literatureFields>
  readonly digest: Digest
  /** Of a document that is a table or data. */
  readonly table?: TableExcerpt | undefined
  readonly topics: readonly { readonly label: string; readonly turns: number }[]
  readonly zettels: readonly NoteLinkTarget[]
  readonly related: readonly NoteLinkTarget[]
  /** Where the whole text lies, or what it is if it is to stand in the note itself; undefined if it is not kept. */
  readonly wholeText?: { readonly path: string } | { readonly text: string } | undefined
}

export function renderLiterature(note: LiteratureNote): string {
  const body = renderBody(note)
  const record = { generated: generatedHash(body), generated_fields: fieldRecord(note.fields) }
  const fields = { ...withoutUndefined(note.fields), ...record }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${body}\n\n${emptyOwn}`
}

/** A new version of a note that is there: what the program wrote is replaced, what a person wrote is kept. */
export function mergeLiterature(text: string, { note, path }: { note: LiteratureNote; path: string }): string {
  const { document, generated, own } = noteParts(text, path)
  const before: Readonly<Record<string, unknown>> = recordOf(document.toJS())
  const body = renderBody(note)
  const isUntouched = before['generated'] === generatedHash(generated)
  const heading = isUntouched ? titleBefore(generated, before['title']) : undefined
  const record = followFields(document, note.fields, { heading })
  for (const name of ownFields) document.set(name, note.fields[name])
  // What somebody made of the note is theirs; the versions say that its content has changed since.
  if (!document.has('status')) document.set('status', note.fields.status)
  addTags(document, note.fields.tags)
  const version = { content_hash: before['content_hash'], retrieved: before['retrieved'] }
  const versions: readonly unknown[] = Array.isArray(before['versions']) ? before['versions'] : []
  document.set('versions', document.createNode([...versions, version].slice(-mostVersions)))
  document.set('generated', generatedHash(body))
  document.set('generated_fields', document.createNode(record))
  const kept = isUntouched || generated === '' ? '' : `\n\n${earlier(generated, before['retrieved'])}`
  const section = own === '' ? emptyOwn.trimEnd() : own
  return `---\n${frontMatterText(document)}---\n\n${body}\n\n${section}${kept}\n`
}

const mostVersions = 20

/** By these the program knows its notes again, no matter who changed them. */
const ownFields = ['type', 'source_id', 'retrieved', 'content_hash', 'input_type', 'taint'] as const

/** The title that the program wrote, if that is the heading: it is escaped there. */
function titleBefore(generated: string, title: unknown): string | undefined {
  const isHeading = typeof title === 'string' && generated.startsWith(`# ${inlineText(title)}\n`)
  return isHeading ? title : undefined
}

function renderBody({ fields, digest, table, topics, zettels, related, wholeText }: LiteratureNote): string {
  const sections = [
    `# ${inlineText(fields.title)}`,
    `## Summary\n\n${inlineText(digest.summary)}`,
    table === undefined ? '' : tableSection(table),
    section(
      'Key insights',
      digest.insights.map(({ statement, quote }) => quotation(quote, statement)),
    ),
    section(
      'Decisions',
      digest.decisions.map((quote) => quotation(quote)),
    ),
    list(
      'Topics',
      topics.map(({ label, turns }) => `${inlineText(label)} (${turns} turns)`),
    ),
    list('Zettels', zettels.map(wikiLink)),
    list('Related', related.map(wikiLink)),
    wholeText === undefined ? '' : wholeTextSection(wholeText),
  ]
  return sections.filter((part) => part !== '').join('\n\n')
}

function wholeTextSection(whole: NonNullable<LiteratureNote['wholeText']>): string {
  if ('text' in whole) return section('Whole text', [foldText(whole.text)])
  return list('Whole text', [wikiLink({ path: whole.path, title: 'as it was read' })])
}

/** A note that is there with the whole text of its source folded in it; nothing else changes. */
export function foldInto(note: string, { text, path }: { text: string; path: string }): string {
  const { document, generated, own } = noteParts(note, path)
  const body = `${generated.replace(linkToText, '')}\n\n${wholeTextSection({ text })}`
  if (document.get('generated') === generatedHash(generated)) document.set('generated', generatedHash(body))
  return `---\n${frontMatterText(document)}---\n\n${body}\n\n${own === '' ? emptyOwn.trimEnd() : own}\n`
}

const linkToText = /\n\n## Whole text\n\n- \[\[[^\n]{0,2000}\]\]$/

/** How many more there are only the source can tell: of a long table its reader may have left rows out. */
function tableSection({ markdown, more }: TableExcerpt): string {
  return [`## Table`, markdown, ...(more > 0 ? ['… and more rows'] : [])].join('\n\n')
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : [`## ${title}`, ...parts].join('\n\n')
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`
}

/** Words of the source with their place, as a quotation of Markdown. */
export function quotation(quote: Passage, statement?: string): string {
  const lead = statement === undefined ? '' : `${inlineText(statement)}\n\n`
  const under = quote.heading === undefined ? '' : `, in “${inlineText(quote.heading)}”`
  return `${lead}> ${inlineText(quote.text)}\n>\n> — ${inlineText(describePlace(quote))}${under}`
}

function earlier(generated: string, retrieved: unknown): string {
  const when = typeof retrieved === 'string' ? retrieved.slice(0, 10) : 'before'
  return `## Earlier version, ${when}\n\n${generated.replaceAll(/^(#{1,4})(?=\s)/gm, '##$1')}`
}

function describePlace({ page, speaker, at, start, end }: Passage): string {
  return [
    ...(speaker === undefined ? [] : [speaker]),
    ...(at === undefined ? [] : [at.slice(0, 16).replace('T', ' ')]),
    ...(page === undefined ? [] : [`p. ${page}`]),
    `characters ${start}–${end}`,
  ].join(', ')
}
