// A way in of its own: finding on an unchanged space loads no parser, and reading agents loads no index.
export type { FindResult, FoundAgent } from './finder.ts'
export type { AgentsToFind } from './index/agents-to-find.ts'
export { openFinder } from './open-finder.ts'
export type { Finder } from './open-finder.ts'
export { examineIndex } from './index/examine-index.ts'
export type { IndexExamination } from './index/examine-index.ts'
