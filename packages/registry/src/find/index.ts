// A way in of its own: finding on an unchanged space loads no parser, and reading agents loads no index.
export type { FindResult, FoundAgent } from './finder.ts'
export type { AgentsToFind } from './index/index-entry.ts'
export { openFinder, type Finder } from './open-finder.ts'
export { examineIndex, type IndexExamination } from './index/examine-index.ts'
export { keepVectors, readKeptVectors } from './index/kept-vectors.ts'
