import { classOf } from './tree/element.ts'
import type { TextMeasures } from './tree/text-measures.ts'
import { price } from './drop/drop-cards.ts'
import type { PageElements } from './tree/page-elements.ts'
import { plainText } from './markdown/plain-text.ts'
import type { StructuredThing } from './metadata/structured-data.ts'

/** What kind of page it is, which decides how its text is found. */
export type PageGenre = 'article' | 'forum' | 'product' | 'documentation' | 'collection' | 'listing' | 'page'

export type GenreOptions = {
  readonly url: string
  readonly things: readonly StructuredThing[]
  /** From before anything was removed. */
  readonly elements: PageElements
  readonly measures: TextMeasures
}

/** The kind of a page, by what it says of itself in schema.org's words, by its address and by how it is built. */
export function pageGenre(document: Document, options: GenreOptions): PageGenre {
  const signs = signsOf(document, options)
  if (signs.has('DiscussionForumPosting', 'QAPage') || forumPrograms.test(signs.generator)) return 'forum'
  if (isSurelyArticle(signs)) return 'article'
  if (isForum(signs)) return 'forum'
  if (isProduct(signs)) return 'product'
  if (isCollection(signs)) return 'collection'
  if (isDocumentation(signs)) return 'documentation'
  if (signs.prose() > 0.6 || (signs.prose() > 0.08 && headline.test(signs.path))) return 'article'
  // An overview of a manual is made of links and cards.
  if (guideHost.test(signs.host)) return 'documentation'
  return signs.linkShare() > 0.5 || (signs.articles() >= 5 && signs.prose() < 0.5) ? 'listing' : 'page'
}

type Signs = ReturnType<typeof signsOf>

function isSurelyArticle({ has, ogType, prose, path, host }: Signs): boolean {
  if (
    articlePath.test(path) &&
    !forumPath.test(path) &&
    !has('CollectionPage') &&
    (prose() > 0.05 || has(...articleTypes))
  )
    return true
  if (productPath.test(path) || has('Product', 'CollectionPage')) return false
  if (has(...newsTypes) && path.length > 1 && prose() > 0.08) return true
  if (isGuide({ path, host }) && !has('BlogPosting')) return false
  return (has(...articleTypes) || ogType === 'article') && prose() > 0.25
}

function isForum({ path, host, replies }: Signs): boolean {
  const isThread = forumPath.test(path) || /^(?:forums?|community|discuss|talk|answers)\./.test(host)
  return isThread ? replies() >= 2 : replies() >= 8
}

function isProduct({ has, count, path, ogType, prices, buys, cards }: Signs): boolean {
  if (has('ItemList', 'CollectionPage', 'SearchResultsPage', 'OfferCatalog') && !productPath.test(path)) return false
  if (has('ProductGroup') || ogType.includes('product')) return true
  if (has('Product')) return count('Product') < 6 || productPath.test(path)
  return buys() && prices() >= 1 && (productPath.test(path) || cards() < 6)
}

function isCollection({ has, count, path, prices, cards, prose }: Signs): boolean {
  if (has('CollectionPage', 'OfferCatalog') || count('Product') >= 6) return prices() > 2 || cards() > 5
  return prices() >= (collectionPath.test(path) ? 5 : 10) && prose() < 0.4
}

function isDocumentation({ has, path, host, generator, code, prose }: Signs): boolean {
  if (has('TechArticle', 'APIReference')) return true
  if (guidePrograms.test(generator) && (prose() > 0.1 || (isGuide({ path, host }) && !path.includes(':')))) return true
  return isGuide({ path, host }) ? code() >= 1 || prose() > 0.3 : code() >= 12
}

function isGuide({ path, host }: Pick<Signs, 'path' | 'host'>): boolean {
  return guidePath.test(path) || guideHost.test(host)
}

const newsTypes = ['NewsArticle', 'ReportageNewsArticle', 'OpinionNewsArticle', 'AnalysisNewsArticle']
const articleTypes = [...newsTypes, 'Article', 'BlogPosting', 'Report', 'ScholarlyArticle']
const forumPrograms = /discourse|phpbb|xenforo|vbulletin|mybb|nodebb|vanilla|flarum|invision|simple machines/i
const guidePrograms =
  /sphinx|mkdocs|docusaurus|gitbook|mdbook|mediawiki|rustdoc|javadoc|hugo-book|antora|vitepress|doxygen/i
/** An address that ends with a sentence. */
const headline = /\/[^/?]*(?:[^/?-]+-){5,}[^/?-]+\/?$/
const forumPath =
  /\/(?:forums?|threads?|topics?|viewtopic|showthread|showtopic|discussions?|questions?|comments|community|boards?|t)(?:[/.?_-]|$)/i
const productPath = /\/(?:products?|p|dp|item|itm|pd|pdp|sku|app)(?:[/.?-]|$)/i
const collectionPath = /\/(?:collections?|categor(?:y|ies)|shop|store|c|w|cat|l|browse|search)(?:[/.?-]|$)/i
const guideHost = /^(?:docs?|developers?|devdocs|help|support|wiki|learn|manual)\./
const guidePath =
  /\/(?:docs?|documentation|reference|api|guides?|tutorials?|manual|handbook|wiki|book|learn|sdk|man)(?:[/.?_-]|$)/i
const articlePath = /\/(?:19|20)\d\d\/\d|\/(?:blog|news|articles?|posts?|story|stories)\/[^/]+/i

function signsOf(document: Document, { url, things, elements, measures }: GenreOptions) {
  const address = URL.parse(url)
  const { body } = document
  const total = Math.max(1, measures.of(body).text)
  const counts = new Map<string, number>()
  for (const { types } of things) for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  const meta = (kind: 'property' | 'name', value: string): string =>
    elements
      .named('meta')
      .find((element) => element.getAttribute(kind) === value)
      ?.getAttribute('content') ?? ''
  const number = (selector: string): number => document.querySelectorAll(selector).length
  const prose = proseOf(elements, measures) / total
  return {
    has: (...types: readonly string[]): boolean => types.some((type) => counts.has(type)),
    count: (type: string): number => counts.get(type) ?? 0,
    path: `${address?.pathname ?? ''}${address?.search ?? ''}`,
    host: address?.hostname ?? '',
    ogType: meta('property', 'og:type').toLowerCase(),
    generator: meta('name', 'generator'),
    // What costs a walk over the page is asked for only where it decides.
    replies: () => repliesOf(document, measures),
    prices: () => plainText(body).slice(0, 100_000).match(price)?.length ?? 0,
    buys: () => [...document.querySelectorAll('button,input,a')].some(isBuying),
    /** Of the text, 0–1: in paragraphs of some length without many links. */
    prose: () => prose,
    linkShare: () => measures.of(body).linked / total,
    code: () => number('pre, code'),
    articles: () => number('article'),
    cards: () => number('[class*="product-card"],[class*="product-item"],[class*="product-tile"],li[class*="product"]'),
  }
}

/** What was removed measures nothing. */
function proseOf(elements: PageElements, measures: TextMeasures): number {
  let sum = 0
  for (const paragraph of elements.named('p')) {
    const { text, linked } = measures.of(paragraph)
    if (text > 80 && linked < text * 0.4) sum += text
  }
  return sum
}

function isBuying(element: Element): boolean {
  const names = ['class', 'name', 'value', 'id'].map((name) => element.getAttribute(name) ?? '').join(' ')
  return buyWords.test(names) || (element.localName !== 'input' && buyWords.test(element.textContent.slice(0, 100)))
}

const buyWords = /add[\s_-]?to[\s_-]?(?:cart|bag|basket)|buy now|in den warenkorb|ajouter au panier|añadir al carrito/i

/** Parts whose class says that somebody wrote them in answer, not inside one another. */
function repliesOf(document: Document, measures: TextMeasures): number {
  const found = new Set<Element>()
  for (const element of document.querySelectorAll('[class]')) {
    if (!replyName.test(classOf(element)) || measures.of(element).text < 60) continue
    if (element.querySelector('time, [class*="date"], [class*="author"], [class*="user"]') === null) continue
    let above = element.parentElement
    while (above !== null && !found.has(above)) above = above.parentElement
    if (above === null) found.add(element)
    else if (!/list|thread|container|wrapper|stream/i.test(classOf(element))) found.add(element)
  }
  return found.size
}

const replyName = /(?:^|[\s_-])(?:post|message|reply|comment|answer|topic-post|crawler-post)(?:$|[\s_-])/i
