export { parseXml } from './parse-xml.ts'
export { type Feed, type FeedEntry, readFeed } from './read-feed.ts'
