import { XMLParser } from 'fast-xml-parser'

/** An element: its text, or its children and attributes (with `@`) by name. */
export type FeedElement = string | { readonly [name: string]: FeedElement | readonly FeedElement[] | undefined }

/** Parses XML that has no entities of its own. */
export function parseFeed(xml: string): FeedElement {
  if (xml.includes('<!ENTITY')) throw new Error('it declares entities')
  return parser.parse(xml.trimStart(), true) as FeedElement
}

/** The entries of RSS 2.0, of RSS 0.9 and 1.0, or of Atom; undefined if it is none of them. */
export function entriesOf(document: unknown): readonly FeedElement[] | undefined {
  const root = document as FeedElement
  for (const [names, entry] of places) {
    const feed = names.reduce<FeedElement | undefined>((element, name) => childOf(element, name), root)
    if (feed !== undefined) return childrenOf(feed, entry)
  }
  return undefined
}

/** The first child of a name. */
export function childOf(element: FeedElement | undefined, name: string): FeedElement | undefined {
  return element === undefined ? undefined : childrenOf(element, name)[0]
}

export function childrenOf(element: FeedElement, name: string): readonly FeedElement[] {
  if (typeof element === 'string') return []
  const found = element[name]
  if (found === undefined) return []
  return Array.isArray(found) ? (found as readonly FeedElement[]) : [found as FeedElement]
}

/** All text in an element, HTML as it is. */
export function textOf(element: FeedElement | undefined): string {
  if (element === undefined || typeof element === 'string') return element ?? ''
  const names = Object.keys(element).filter((name) => !name.startsWith('@'))
  return names
    .flatMap((name) => childrenOf(element, name))
    .map(textOf)
    .join(' ')
}

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
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 10_000_000 },
})
