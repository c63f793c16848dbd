import { parseHTML } from 'linkedom'
import { contentError } from '../../errors.ts'
import { repairMojibake } from '../../text/repair-mojibake.ts'
import { leanHtml } from './lean-html.ts'
import { nameCode } from './name-code.ts'
import { wholePage } from './whole-page.ts'
import { writeFormulas } from './write-formulas.ts'
import { writeRaised } from './write-raised.ts'
import { measureText } from './text-measures.ts'

/** UTF-16 code units. */
const maxLength = 20_000_000
const maxTags = 300_000
const maxDepth = 256

/**
 * Parses HTML into a tree that is neither too deep nor too large to walk. Runs nothing and loads nothing. `isCut`: whether
 * elements lay so deep that their tags were left out.
 */
export function parsePage(html: string, { url }: { url: string }) {
  if (html.trim() === '') throw contentError('PAGE_EMPTY', { url })
  if (html.length > maxLength)
    throw contentError('PAGE_TOO_LARGE', { url, size: `${html.length} characters`, limit: `${maxLength}` })
  // In HTML this opens a comment that ends with the next tag; parsers of XML would swallow the page.
  const lean = leanHtml(repairMojibake(html).replaceAll('<![CDATA[', '').replaceAll(']]>', ''), { maxDepth })
  if (lean.tags > maxTags) throw contentError('PAGE_TOO_LARGE', { url, size: `${lean.tags} tags`, limit: `${maxTags}` })
  const { document } = parseHTML(wholePage(lean.html))
  if (/<noscript/i.test(lean.html)) unwrapNoscript(document)
  if (/<math|katex|mjx-|mwe-math|math\/tex/i.test(lean.html)) writeFormulas(document)
  if (/<pre[\s>]/i.test(lean.html)) nameCode(document)
  if (/<sup[\s>]/i.test(lean.html)) writeRaised(document)
  return { document, isCut: lean.isCut }
}

/** Some pages give their text only to readers without scripts. */
function unwrapNoscript(document: Document): void {
  const { body } = document
  const rich = [...body.getElementsByTagName('noscript')].filter(({ textContent }) => textContent.trim().length >= 200)
  if (rich.length === 0) return
  const shown = measureText(body).of(body).text
  if (shown > 500) return
  for (const element of rich) {
    if (element.textContent.trim().length < shown) continue
    const part = document.createElement('div')
    part.append(...element.childNodes)
    element.replaceWith(part)
  }
}
