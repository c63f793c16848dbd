import { htmlMarkdown, isSamePage, oneLine, readPage } from '@datacortex/content'
import type { Finding } from '@datacortex/errors'
import { FileEmptyError } from './errors.ts'
import type { Reader } from './reader.ts'

/** A saved page is read like one from the web; a fragment is content as a whole. */
export const readHtml: Reader = ({ name, text, url }) => {
  const html = text()
  if (html.trim() === '') throw new FileEmptyError({ name })
  if (/<(?:html|body|head)[\s>]/i.test(html)) {
    const own = url ?? savedFrom(html) ?? 'about:blank'
    const page = readPage(html, { url: own })
    // Whether another page that it names has the same text can't be known here.
    const address = isSamePage(page.url, own) ? page.url : own
    const { title, authors, publishedAt, language, description, siteName, genre, workIds, findings } = page
    return {
      title,
      authors,
      publishedAt,
      language,
      description,
      siteName,
      genre,
      workIds,
      text: page.text,
      findings: findings.map((finding) => ({ ...finding, subject: name })),
      ...(/^https?:/.test(address) ? { url: address } : {}),
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

/** Browsers note in a comment where they saved a page from. */
function savedFrom(html: string): string | undefined {
  return /<!--\s*saved from url=\(\d+\)(https?:\/\/[^\s>]{1,2000})\s*-->/i.exec(html.slice(0, 4000))?.[1]
}

/** Says that text which a page hides from readers was left out. */
export function hiddenFinding(subject: string, hidden: number): Finding {
  return {
    code: 'FILE_HIDDEN_TEXT',
    severity: 'warning',
    subject,
    message: `${hidden} characters that it hides from its readers were left out.`,
    hint: 'Hidden text may be meant for machines; look at the original.',
  }
}
