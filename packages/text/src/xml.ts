export { parseXml } from './parse-xml.ts'
export type { Feed, FeedEntry } from './read-feed.ts'
export { readFeed } from './read-feed.ts'
