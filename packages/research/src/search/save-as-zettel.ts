import { neutraliseMarkdown, oneLine } from '@datacortex/content'
import { ifCoded } from '@datacortex/errors'
import type { HooksPort, WritesPort } from '@datacortex/knowledge-extractor'
import { sha256 } from '@datacortex/platform'
import { stringify } from 'yaml'
import { researchError } from '../errors.ts'
import { topicSlug } from '../synthesis/output-paths.ts'
import type { SearchResult } from './search-types.ts'

export type SaveAsZettelOptions = {
  readonly query: string
  /** Folder of zettels, relative to the space, such as `0-personal/3-knowledge/zettel`. */
  readonly folder: string
  /** The broker of `platform`, whose grants cover the folder. */
  readonly writes: Pick<WritesPort, 'write'>
  readonly hooks?: HooksPort | undefined
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Saves a result of the web as a zettel: what the source shows of it as a quotation, with where and when it was found.
 * It is marked as text of others (`taint: external`). The same result has the same file; one that is there already is
 * left as it is.
 * @throws `SEARCH_RESULT_NOT_SAVED` for a note of one's own and a result without a text; what `writes` throws.
 * @example await saveAsZettel(result, { query, folder, writes, now: Date.now(), signal })
 */
export async function saveAsZettel(
  result: SearchResult,
  { query, folder, writes, hooks, now, signal }: SaveAsZettelOptions,
): Promise<{ readonly path: string; readonly status: 'created' | 'unchanged' }> {
  if (result.origin === 'local')
    throw researchError('SEARCH_RESULT_NOT_SAVED', { result: result.id, reason: 'it is a note already' })
  const quotation = neutraliseMarkdown(result.snippet).text.trim()
  if (quotation === '')
    throw researchError('SEARCH_RESULT_NOT_SAVED', { result: result.id, reason: 'its source shows nothing of it' })
  const path = `${folder.replace(/\/+$/, '')}/${topicSlug(result.title)}-${sha256(result.url ?? result.id).slice(0, 8)}.md`
  const note = { path, text: noteOf(result, { query, quotation, now }), expected: 'absent' }
  // A person may have worked on it since.
  const status = await writes
    .write(note, { signal })
    .then(() => 'created' as const, ifCoded('unchanged' as const, 'WRITES_CONFLICT'))
  await hooks?.emit('search_save', { query, result: result.id, path }, { signal }).catch(() => [])
  return { path, status }
}

function noteOf(
  { title, url, origin, publishedAt, authors, authority }: SearchResult,
  { query, quotation, now }: { query: string; quotation: string; now: number },
): string {
  const head = {
    title: oneLine(title),
    type: 'zettel',
    source: url,
    origin,
    authors: authors?.map(oneLine),
    published: publishedAt,
    retrieved: new Date(now).toISOString().slice(0, 10),
    authority,
    query: oneLine(query),
    taint: 'external',
  }
  const heading = neutraliseMarkdown(oneLine(title)).text
  const quoted = quotation.split('\n').map((line) => `> ${line}`.trimEnd())
  const found = url === undefined ? `Found through ${origin}.` : `Found through ${origin}: <${url}>`
  return `---\n${stringify(head, { lineWidth: 0 })}---\n\n# ${heading}\n\n${quoted.join('\n')}\n\n${found}\n`
}
