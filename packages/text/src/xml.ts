export type { XmlElement } from './parse-xml.ts'
export { childrenOf, parseXml, textOf } from './parse-xml.ts'
export type { Feed, FeedEntry } from './read-feed.ts'
export { readFeed } from './read-feed.ts'
