import { stringify } from 'yaml'
import type { Idea } from '../ideas/zettel-candidates.ts'
import { cutWords } from '../text/cut-words.ts'
import { fieldText, inlineText, withoutWikiLinks } from './inline-text.ts'
import { quotation } from './literature-note.ts'
import { type NoteLinkTarget, wikiLink } from './wiki-link.ts'

export type ZettelNote = {
  readonly idea: Idea
  readonly literature: NoteLinkTarget
  readonly related: readonly NoteLinkTarget[]
  readonly source: string
  readonly contentHash: string
  readonly tags: readonly string[]
  readonly created: string
}

/** The title of an idea, short enough for a heading and a file name. */
export function zettelTitle({ title }: Idea): string {
  return cutWords(withoutEnd(title), 90)
}

export function renderZettel({ idea, literature, related, source, contentHash, tags, created }: ZettelNote): string {
  const { quote } = idea
  const fields = {
    title: zettelTitle(idea),
    type: 'zettel',
    created,
    source,
    literature: wikiLink(literature),
    quote: { start: quote.start, end: quote.end, content_hash: contentHash },
    tags,
    status: 'candidate',
    taint: 'external',
  }
  const isSaid = fields.title === withoutEnd(idea.text)
  const parts = [
    `# ${inlineText(fields.title)}`,
    ...(isSaid ? [] : [inlineText(idea.text)]),
    `${quotation(quote)}\n>\n> From ${wikiLink(literature)}`,
    ...(related.length === 0 ? [] : [`## Related\n\n${related.map((note) => `- ${wikiLink(note)}`).join('\n')}`]),
  ]
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${parts.join('\n\n')}\n`
}

function withoutEnd(title: string): string {
  return fieldText(withoutWikiLinks(title))
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.。!]+$/, '')
}
