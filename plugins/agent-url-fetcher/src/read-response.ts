import { type Finding, warningFinding } from '@datacortex/errors'
import {
  decodeText,
  invisibleFinding,
  markdownBlocks,
  neutraliseMarkdown,
  oneLine,
  readPage,
  sanitiseText,
  sniffContentType,
} from '@datacortex/content'
import type { ExtractedDocument, Extraction } from '@datacortex/plugin'
import { urlError } from './errors.ts'
import { feedMarkdown } from './feed-markdown.ts'
import type { Got } from './get.ts'

/** Turns bytes into a document by what they are; what is neither a page nor plain text is handed over. */
export async function readResponse(got: Got, { address = got.url }: { address?: string } = {}): Promise<Extraction> {
  const { bytes, declared, url } = got
  if (bytes.length === 0) throw urlError('URL_EMPTY', { url })
  const contentType = await sniffContentType(bytes, { name: address, declared })
  const decoded = (): string => decodeText(bytes, { contentType: declared }).text
  if (contentType === 'text/html') return readHtml(decoded(), address)
  if (contentType === 'text/plain' || contentType === 'text/markdown')
    return textExtraction(decoded(), { address, isMarkdown: contentType === 'text/markdown' })
  const isFeed = /^application\/(?:rss|atom)\+xml$/.test(contentType)
  const feed = isFeed ? feedMarkdown(decoded(), { base: address }) : undefined
  if (feed !== undefined)
    return textExtraction(feed.text, { address, isMarkdown: true, known: { title: feed.title || undefined } })
  // Also a feed that is broken.
  const charset = /charset\s*=\s*["']?([\w:.-]+)/i.exec(declared)?.[1]
  return { documents: [], findings: [], handOver: { contentType, name: address, bytes, url, charset } }
}

function readHtml(html: string, address: string): Extraction {
  const page = readPage(html, { url: address })
  const { title, text, blocks, authors, publishedAt, url, siteName, description, language, workIds, genre } = page
  const known = { publishedAt, siteName, description, language, workIds }
  return {
    documents: [
      { id: '', title: title === '' ? lastPart(address) : title, text, blocks, authors, url, genre, ...known },
    ],
    findings: page.findings,
  }
}

type TextPage = {
  readonly address: string
  readonly isMarkdown: boolean
  readonly known?: Pick<ExtractedDocument, 'publishedAt' | 'description'> & { readonly title?: string | undefined }
}

export function textExtraction(raw: string, { address, isMarkdown, known = {} }: TextPage): Extraction {
  const { text: clean, removed } = sanitiseText(raw)
  const { text, comments } = isMarkdown
    ? neutraliseMarkdown(clean, { base: address })
    : { text: escaped(clean), comments: 0 }
  const trimmed = text.trim()
  if (trimmed === '') throw urlError('URL_EMPTY', { url: address })
  const heading = /^#{1,2}\s+(.+)$/m.exec(trimmed)?.[1]
  const { title, ...others } = known
  return {
    documents: [
      {
        id: '',
        title: oneLine(title ?? (isMarkdown ? heading : undefined) ?? lastPart(address)),
        text: trimmed,
        blocks: markdownBlocks(trimmed),
        authors: [],
        url: address,
        ...others,
      },
    ],
    findings: [...invisibleFinding(removed, address), ...(comments > 0 ? [commentFinding(address, comments)] : [])],
  }
}

/** Plain text whose marks are not meant as such. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*]/g, String.raw`\$&`)
    .replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`)
    .replaceAll(/!\[/g, String.raw`!\[`)
    .replaceAll(/^( {0,3})([#>])/gm, String.raw`$1\$2`)
}

function commentFinding(subject: string, comments: number): Finding {
  return warningFinding('URL_HIDDEN_COMMENTS', subject, {
    message: `${comments} HTML comments, which readers do not see, were left out.`,
  })
}

function lastPart(address: string): string {
  const url = URL.parse(address)
  const part = url?.pathname
    .split('/')
    .filter((name) => name !== '')
    .at(-1)
  return part ?? url?.hostname ?? address
}
