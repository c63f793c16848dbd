import { type XmlElement, childrenOf, parseXml, textOf } from './parse-xml.ts'

/** An entry of a feed; what it does not say is empty. */
export type FeedEntry = {
  /** Where the entry itself is: an address of the web without user and password. */
  readonly url?: string | undefined
  /** Its `guid` or `id`, as written. */
  readonly id: string
  /** HTML, as all texts here. */
  readonly title: string
  /** What it says in short, or else all. */
  readonly summary: string
  /** All that it says, or else in short. */
  readonly content: string
  /** As written. */
  readonly date: string
  readonly authors: readonly string[]
}

export type Feed = { readonly title: string; readonly entries: readonly FeedEntry[] }

/** Reads RSS 0.9 to 2.0 or Atom (RFC 4287); undefined for other XML. Throws an error that says why it can't. */
export function readFeed(xml: string, { base }: { readonly base: string }): Feed | undefined {
  // Markup within Atom's `xhtml` content is text with tags.
  const root = parseXml(xml, { stopNodes: ['*.content', '*.content:encoded'] })
  for (const [path, name] of places) {
    const feed = path.reduce<XmlElement | undefined>((element, step) => childrenOf(element, step)[0], root)
    if (feed === undefined) continue
    const [channel = feed] = childrenOf(feed, 'channel')
    const entries = childrenOf(feed, name).map((entry) => feedEntry(entry, base))
    return { title: textOf(childrenOf(channel, 'title')[0]), entries }
  }
  return undefined
}

const places: readonly (readonly [path: readonly string[], entry: string])[] = [
  [['rss', 'channel'], 'item'],
  [['rdf:RDF'], 'item'],
  [['feed'], 'entry'],
]

function feedEntry(entry: XmlElement, base: string): FeedEntry {
  const first = (...names: readonly string[]): string =>
    names.map((name) => textOf(childrenOf(entry, name)[0]).trim()).find((text) => text !== '') ?? ''
  return {
    url: addressOf(entry, base),
    id: first('guid', 'id'),
    title: first('title'),
    summary: html(first('description', 'summary', 'content:encoded', 'content')),
    content: html(first('content:encoded', 'content', 'description', 'summary')),
    date: first('pubDate', 'published', 'dc:date', 'updated'),
    authors: ['author', 'dc:creator']
      .flatMap((name) => childrenOf(entry, name))
      .map((author) => textOf(childrenOf(author, 'name')[0]) || textOf(author)),
  }
}

/** Atom has `rel` and `href`, RSS the address as text; a `guid` is one unless it says that it is none. */
function addressOf(entry: XmlElement, base: string): string | undefined {
  const links = childrenOf(entry, 'link').map((link) => {
    const rel = textOf(childrenOf(link, '@rel')[0]) || 'alternate'
    return rel === 'alternate' ? textOf(childrenOf(link, '@href')[0]) || textOf(link) : ''
  })
  const [guid] = childrenOf(entry, 'guid')
  const isAddress = textOf(childrenOf(guid, '@isPermaLink')[0]) !== 'false'
  const found = links.map((link) => webAddress(link, base)).find((address) => address !== undefined)
  return found ?? (isAddress ? webAddress(textOf(guid)) : undefined)
}

function webAddress(text: string, base?: string): string | undefined {
  const url = text.trim() === '' ? null : URL.parse(text.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url.href : undefined
}

/** Texts are HTML, escaped or in a CDATA section. */
function html(raw: string): string {
  const text = raw.replaceAll(/<!\[CDATA\[|\]\]>/g, '')
  if (/<[a-z]/i.test(text) || !text.includes('&lt;')) return text
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
