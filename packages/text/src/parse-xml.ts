import { type X2jOptions, XMLParser } from 'fast-xml-parser'

/** An element: its text, or its children and attributes (with `@`) by name. */
export type XmlElement = string | { readonly [name: string]: XmlElement | readonly XmlElement[] | undefined }

/** Parses XML from outside; throws if it can't. Entities of its own are refused: they multiply. */
export function parseXml(xml: string, options: X2jOptions = {}): XmlElement {
  if (/<!ENTITY/i.test(xml)) throw new Error('it declares entities of its own')
  return new XMLParser({ ...usual, ...options }).parse(xml.trimStart(), true) as XmlElement
}

const usual: X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 10_000_000 },
}

/** All children of a name, or its attribute: `childrenOf({ b: ['1', '2'] }, 'b')` gives `['1', '2']`. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const found = typeof element === 'object' && Object.hasOwn(element, name) ? element[name] : undefined
  if (found === undefined) return []
  return Array.isArray(found) ? (found as readonly XmlElement[]) : [found as XmlElement]
}

/** All text in an element, HTML as it is. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined || typeof element === 'string') return element ?? ''
  return Object.keys(element)
    .filter((name) => !name.startsWith('@'))
    .flatMap((name) => childrenOf(element, name))
    .map(textOf)
    .join(' ')
}
