import { htmlMarkdown, oneLine, safeLink } from '@datacortex/content'
import { XMLParser } from 'fast-xml-parser'

export type FeedMarkdown = { readonly title: string; readonly text: string }

// https://www.rssboard.org/rss-specification
// https://www.rfc-editor.org/rfc/rfc4287
/** A feed as Markdown: a heading with link, the date and the text of each entry. */
export function feedMarkdown(xml: string, { base }: { readonly base: string }): FeedMarkdown | undefined {
  if (xml.includes('<!ENTITY')) return undefined
  const root = parsed(xml)
  for (const [path, name] of places) {
    const feed = path.reduce<unknown>((element, step) => childrenOf(element, step)[0], root)
    const entries = childrenOf(feed, name)
    if (entries.length === 0) continue
    const channel = childrenOf(feed, 'channel')[0] ?? feed
    const text = entries
      .slice(0, maxEntries)
      .map((entry) => entryMarkdown(entry, base))
      .join('\n\n')
    return { title: inline(textOf(childrenOf(channel, 'title')[0])), text }
  }
  return undefined
}

const maxEntries = 500

const places: readonly (readonly [path: readonly string[], entry: string])[] = [
  [['rss', 'channel'], 'item'],
  [['rdf:RDF'], 'item'],
  [['feed'], 'entry'],
]

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
  // Markup within Atom's `xhtml` content is text with tags.
  stopNodes: ['*.content', '*.content:encoded'],
})

function parsed(xml: string): unknown {
  try {
    return parser.parse(xml.trimStart(), true)
  } catch {
    // The parser throws plain errors about every kind of broken XML.
    return undefined
  }
}

function entryMarkdown(entry: unknown, base: string): string {
  const first = (...names: readonly string[]): string =>
    names.map((name) => textOf(childrenOf(entry, name)[0]).trim()).find((text) => text !== '') ?? ''
  const link = addressOf(entry, base)
  const title = inline(first('title')) || 'Entry'
  const label = title.replaceAll(/[[\]]/g, String.raw`\$&`)
  const date = inline(first('pubDate', 'published', 'dc:date', 'updated'))
  const raw = first('content:encoded', 'content', 'description', 'summary')
  return [`## ${link === undefined ? label : `[${label}](${link})`}`, date, bodyOf(raw, link ?? base)]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Atom has `rel` and `href`, RSS the address as text. */
function addressOf(entry: unknown, base: string): string | undefined {
  for (const link of childrenOf(entry, 'link')) {
    const rel = textOf(childrenOf(link, '@rel')[0])
    if (rel !== '' && rel !== 'alternate') continue
    const href = textOf(childrenOf(link, '@href')[0]) || textOf(link)
    const address = href.trim() === '' ? undefined : safeLink(href.trim(), { base })
    if (address !== undefined) return address
  }
  return undefined
}

/** The text of an entry is HTML, escaped or in a CDATA section. */
function bodyOf(raw: string, base: string): string {
  const html = raw.replaceAll(/<!\[CDATA\[|\]\]>/g, '')
  const shown = /<[a-z]/i.test(html) || !html.includes('&lt;') ? html : unescaped(html)
  return shown.trim() === '' ? '' : htmlMarkdown(shown, { base }).text.replaceAll(/^#+ /gm, '### ')
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Text of one line without HTML. */
function inline(text: string): string {
  return text.trim() === '' ? '' : oneLine(htmlMarkdown(text, { base: 'about:blank' }).text)
}

function childrenOf(element: unknown, name: string): readonly unknown[] {
  if (typeof element !== 'object' || element === null) return []
  const found: unknown = Object.entries(element).find(([key]) => key === name)?.[1]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

function textOf(element: unknown): string {
  if (typeof element === 'string') return element
  const [text] = childrenOf(element, '#text')
  return typeof text === 'string' ? text : ''
}
