import { Readability } from '@mozilla/readability'
import { classOf, elementNames, holdsElement, isElement, liesWithin } from './tree/element.ts'
import { measureText } from './tree/text-measures.ts'

// https://github.com/mozilla/readability
/** The body of an article: what Readability takes for it, less what is plainly something else. */
export function extractArticle(document: Document): Element | undefined {
  const title = document.querySelector('h1')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
  dropLeaves(document.body)
  const found = new Readability<Node>(document, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (node) => node,
  }).parse()?.content
  if (found === undefined || found === null || !isElement(found)) return undefined
  dropForeign(found, title)
  return found
}

const foreign =
  'figure,figcaption,aside,nav,footer,form,button,iframe,script,style,noscript,svg,video,audio,time,object,embed,input,select'
const foreignName = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'related|recirc|share|social|newsletter|promo|subscribe|signup|ads?|advert|sponsor|outbrain|taboola|breadcrumbs?',
    'byline|(?:post-|about-)?author(?:-\\w+)?|tags?|comments?|cookies?|consent|gallery|caption|credit|more-on|read-more',
    'most-read|most-popular|recommended|trending|timestamp|dateline|pullquote|sidebar|menu|meta|print-\\w+|slide\\w*',
    'photo|image-\\w+|posted|story-?date|pub-?date|publish-?date',
  ].join('|')})(?:$|[\\s_-])`,
  'i',
)

/** Readability makes paragraphs without class of boxes that hold only text. */
function dropLeaves(body: Element): void {
  for (const element of body.querySelectorAll('div')) {
    const name = `${classOf(element)} ${element.id}`
    if (name === ' ' || !foreignName.test(name) || holdsElement(element, blocks)) continue
    if (element.textContent.trim().length < 600) element.remove()
  }
}

const blocks = elementNames('p div ul ol table pre blockquote h1 h2 h3 h4 section article')

const code = elementNames('pre')
const quotes = elementNames('blockquote')
const quoted = elementNames('blockquote pre')
const structured = elementNames('pre code table blockquote')

function dropForeign(root: Element, title: string): void {
  for (const element of root.querySelectorAll(foreign)) if (!holdsElement(element, code)) element.remove()
  for (const element of root.querySelectorAll('[class],[id]')) {
    const name = `${classOf(element)} ${element.id}`.replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    if (foreignName.test(name) && !holdsElement(element, quoted) && element.textContent.trim().length < 600)
      element.remove()
  }
  for (const heading of root.querySelectorAll('h1, h2'))
    if (title !== '' && heading.textContent.replaceAll(/\s+/g, ' ').trim() === title) heading.remove()
  const measures = measureText(root)
  for (const element of root.querySelectorAll('ul,ol,div,p,section')) {
    const { text, linked } = measures.of(element)
    if (text === 0 || text > 400 || holdsElement(element, structured)) continue
    if (linked > text * (element.localName === 'p' ? 0.8 : 0.6) && !liesWithin(element, quotes)) element.remove()
  }
}
