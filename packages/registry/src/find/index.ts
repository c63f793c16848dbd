// A way in of its own: finding on an unchanged space loads no parser.
export type { FindExplanation, FindOptions, FindResult, FoundAgent } from './finder.ts'
export { openFinder } from './open-finder.ts'
export type { Finder } from './open-finder.ts'
export type { IndexHost, UtteranceSource } from './index/refresh-index.ts'
export type { FindIndexUpdate } from './index/update-index.ts'
