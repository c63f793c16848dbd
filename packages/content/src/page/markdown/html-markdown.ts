import { removeHidden } from '../drop/remove-hidden.ts'
import { parsePage } from '../tree/parse-page.ts'
import { toMarkdown } from './to-markdown.ts'

/**
 * HTML that is content as a whole, such as a chapter of a book, as Markdown: nothing is chosen from it, only hidden
 * text, scripts and styles go.
 * @returns Markdown, not yet sanitised, and how many characters of hidden text were removed.
 * @throws `PAGE_EMPTY` and `PAGE_TOO_LARGE`.
 * @example htmlMarkdown('<h1>A</h1><p>b</p>', { base: 'about:blank' }).text // '# A\n\nb'
 */
export function htmlMarkdown(html: string, { base }: { base: string }) {
  const { document } = parsePage(html, { url: base })
  const hidden = removeHidden(document)
  return { text: toMarkdown(document.body, { base }), hidden }
}
