import { elementNames, holdsElement, liesWithin } from '../tree/element.ts'
import type { TextMeasures } from '../tree/text-measures.ts'

export function dropGuideFurniture(root: Element, { measures, url }: { measures: TextMeasures; url: string }): void {
  const own = withoutFragment(url)
  const most = measures.of(root).text * 0.5
  for (const list of root.querySelectorAll('ul,ol,nav,div,aside,section,table'))
    if (measures.of(list).text < most && isContents(list, { measures, own })) dropWithTitle(list)
  for (const link of root.querySelectorAll('a[href]')) if (isMark(link) || leadsToSource(link)) link.remove()
  for (const part of root.querySelectorAll('span.since, span.boring')) part.remove()
}

/** Most of its text are links to parts of the same page. */
function isContents(list: Element, { measures, own }: { measures: TextMeasures; own: string }): boolean {
  const { text, linked } = measures.of(list)
  if (text === 0 || linked < text * 0.8 || holdsElement(list, kept)) return false
  const links = [...list.querySelectorAll('a[href]')]
  if (links.length < 3) return false
  const inside = links.filter((link) => {
    const href = link.getAttribute('href') ?? ''
    return href.startsWith('#') || (href.includes('#') && withoutFragment(href) === own)
  })
  return inside.length >= links.length * 0.8
}

const kept = elementNames('h1 pre')
const texts = elementNames('p li pre td th dd')
const shows = elementNames('img code')

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}

/** The list, and the title just above it that has nothing else to announce. */
function dropWithTitle(list: Element): void {
  const before = list.previousElementSibling
  const isShort = before !== null && before.textContent.trim().length < 30
  if (isShort && /^(?:h[2-6]|p|div|strong|b|summary)$/.test(before.localName)) before.remove()
  list.remove()
}

/** `¶`, `§`, `#` beside a heading. */
function isMark(link: Element): boolean {
  return (
    (link.getAttribute('href') ?? '').includes('#') &&
    !/[\p{L}\p{N}]/u.test(link.textContent) &&
    !holdsElement(link, shows)
  )
}

/** A word or two that stand alone and lead to where the text or what it is about is written. */
function leadsToSource(link: Element): boolean {
  const text = link.textContent.trim()
  if (text === '' || text.length > 40 || text.split(/\s+/).length > 5 || !standsAlone(link)) return false
  const href = link.getAttribute('href') ?? ''
  return edits.test(href) || (sources.test(href) && text.length < 14)
}

const edits = /[?&]action=edit\b|\/(?:-\/)?_?edit\/|\/edit$/
const sources = /(?:^|\/)(?:src|_modules|_sources|source)\/|\/blob\//

/** No sentence goes on around it. */
function standsAlone(link: Element): boolean {
  for (let sibling = link.parentElement?.firstChild ?? null; sibling !== null; sibling = sibling.nextSibling)
    if (sibling.nodeType === 3 && /[\p{L}\p{N}]{2}/u.test(sibling.nodeValue ?? '')) return false
  return !liesWithin(link, texts)
}
