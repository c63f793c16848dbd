import { parseYaml } from '@datacortex/platform/yaml'
import { frontMatterText } from './front-matter-text.ts'
import { type NoteLinkTarget, linksTo } from './wiki-link.ts'

export type ZettelFacts = {
  readonly title: string
  /** As people find it. */
  readonly source?: string | undefined
  /** Hash of the text that it was made of. */
  readonly contentHash?: string | undefined
  /** Whether it is marked as one that its source no longer says. */
  readonly isSuperseded: boolean
  /** Whether it names this literature note as the one that it belongs to. */
  readonly isOf: (note: NoteLinkTarget) => boolean
  /** Its quotation and its statement, as words of the note. */
  readonly words: readonly string[]
}

/** Reads a zettel; undefined for what this package did not write, or a person made something else of. */
export function zettelFacts(text: string): ZettelFacts | undefined {
  const found = frontMatter.exec(text)
  if (found === null) return undefined
  const { document, problems } = parseYaml(found[2] ?? '')
  const literature = textOf(document.get('literature'))
  const isOwn = document.get('type') === 'zettel' && document.get('taint') === 'external' && literature !== undefined
  if (problems.length > 0 || !isOwn) return undefined
  const parts = /^# (.*)\n([\s\S]*?)^> (.*)$/m.exec(text.slice(found[0].length).replaceAll('\r\n', '\n'))
  if (parts === null) return undefined
  const [, heading = '', between = '', quotation = ''] = parts
  return {
    title: textOf(document.get('title')) ?? heading,
    source: textOf(document.get('source')),
    contentHash: textOf(document.getIn(['quote', 'content_hash'])),
    isSuperseded: document.has(mark),
    isOf: (note) => linksTo(literature, note),
    // A title is only as much of the statement as fits; then that stands below it.
    words: [quotation, between.trim() === '' ? heading : between],
  }
}

/** A zettel with the mark that its source no longer says it. */
export function markSuperseded(text: string, by: string): string {
  return withFields(text, (document) => {
    document.set(mark, by)
    if (document.get('status') === 'candidate') document.set('status', superseded)
  })
}

/** The same without the mark: its source says it again. */
export function unmarkSuperseded(text: string): string {
  return withFields(text, (document) => {
    document.delete(mark)
    if (document.get('status') === superseded) document.set('status', 'candidate')
  })
}

const mark = 'superseded_by'
const superseded = 'superseded'
const frontMatter = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?\r?\n)(---[ \t]*(?:\r?\n|$))/

function withFields(text: string, change: (document: ReturnType<typeof parseYaml>['document']) => void): string {
  return text.replace(frontMatter, (_, open: string, fields: string, close: string) => {
    const { document } = parseYaml(fields.replaceAll('\r\n', '\n'))
    change(document)
    const changed = frontMatterText(document)
    return `${open}${fields.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed}${close}`
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
