import { oneLine } from '@datacortex/content'
import type { ExtractedDocument } from '@datacortex/plugin'
import type { InputType } from '../knowledge-input.ts'
import { cutWords } from '../text/cut-words.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import type { SourceIdentity } from '../source-id.ts'
import { fieldText, withoutWikiLinks } from './inline-text.ts'

export function literatureFields(
  { title, authors, publishedAt, language, workIds }: ExtractedDocument,
  options: {
    readonly source: SourceIdentity
    readonly inputType: InputType
    readonly contentHash: string
    readonly prepared: Pick<PreparedDocument, 'authority' | 'tags'>
    readonly now: Date
  },
) {
  const { source, inputType, contentHash, prepared, now } = options
  const names = authors.map(asWords).filter((name) => name !== '')
  return {
    title: asWords(title) || source.shown,
    type: 'literature',
    source: source.shown,
    source_id: source.id,
    author: names.length === 0 ? undefined : names.slice(0, mostAuthors),
    published: publishedAt,
    retrieved: now.toISOString(),
    authority: prepared.authority,
    content_hash: contentHash,
    input_type: inputType,
    language,
    doi: workIds?.doi,
    arxiv: workIds?.arxiv,
    pmid: workIds?.pmid,
    tags: prepared.tags,
    status: 'candidate',
    taint: 'external',
  }
}

function asWords(text: string): string {
  return cutWords(fieldText(withoutWikiLinks(oneLine(text)).replaceAll('[[', '')), mostTitleCharacters)
}

const mostTitleCharacters = 200
const mostAuthors = 50
