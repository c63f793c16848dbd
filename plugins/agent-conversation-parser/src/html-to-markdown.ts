import { htmlMarkdown } from '@datacortex/content'

/** The HTML of an answer, a piece and not a page, as Markdown. */
export function htmlToMarkdown(html: string): string {
  return html.trim() === '' ? '' : htmlMarkdown(html, { base: 'about:blank' }).text
}
