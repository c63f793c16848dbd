import { htmlMarkdown, isSamePage, oneLine, readPage } from '@datacortex/content'
import { type Finding, warningFinding } from '@datacortex/errors'
import { fileError } from './errors.ts'
import type { Reader } from './reader.ts'

/** A saved page is read like one from the web; a fragment is content as a whole. */
export const readHtml: Reader = ({ name, text, url }) => {
  const html = text()
  if (html.trim() === '') throw fileError('FILE_EMPTY', { name })
  if (/<(?:html|body|head)[\s>]|^\s*<(?:!doctype html|title)[\s>]/i.test(html)) {
    const own = url ?? savedFrom(html)
    const page = readPage(html, { url: own ?? 'about:blank' })
    // Whether another page that it names has the same text can't be known here.
    const address = own === undefined || isSamePage(page.url, own) ? page.url : own
    const { title, authors, publishedAt, language, description, siteName, genre, workIds, findings } = page
    const stated = { title, authors, publishedAt, language, description, siteName, genre, workIds }
    return {
      ...stated,
      text: page.text,
      findings: findings.map((finding) => ({ ...finding, subject: name })),
      ...(/^https?:/.test(address) ? { url: address, isUrlClaimed: own === undefined ? true : undefined } : {}),
    }
  }
  const { text: body, hidden } = htmlMarkdown(html, { base: url ?? 'about:blank' })
  const heading = /^#{1,2}\s+(.+)$/m.exec(body)?.[1]
  return {
    title: heading === undefined ? undefined : oneLine(heading),
    text: body,
    findings: hidden === 0 ? [] : [hiddenFinding(name, hidden)],
  }
}

/** Browsers, and programs that save pages whole, note in a comment where they saved a page from. */
function savedFrom(html: string): string | undefined {
  const start = html.slice(0, 4000)
  for (const note of savedNotes) {
    const found = note.exec(start)?.[1]
    if (found !== undefined) return /^https?:/i.test(found) ? found : `https://${found}`
  }
  return undefined
}

/** Of Chrome, Edge and Internet Explorer; SingleFile; monolith; HTTrack, which leaves the scheme out. */
const savedNotes: readonly RegExp[] = [
  /<!--\s*saved from url=\(\d+\)(https?:\/\/[^\s>]{1,2000})\s*-->/i,
  /<!--\s*Page saved with SingleFile\s+url:\s*(https?:\/\/[^\s>]{1,2000})\s/i,
  /<!--\s*Saved from (https?:\/\/[^\s>]{1,2000}) at [^>]{1,100} using monolith\b/i,
  /<!--\s*Mirrored from ([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}(?::\d{1,5})?\/[^\s>]{0,2000}) by HTTrack\b/i,
]

export function hiddenFinding(subject: string, hidden: number): Finding {
  return warningFinding('FILE_HIDDEN_TEXT', subject, {
    message: `${hidden} characters that it hides from its readers were left out.`,
    hint: 'Hidden text may be meant for machines; look at the original.',
  })
}
