// The parts of `find`, for benchmarks that feed an index without a registry file. They may change in any release.
export { findAgents } from './find/find-agents.ts'
export type { FindSources } from './find/find-agents.ts'
export { openFindTables } from './find/index/find-tables.ts'
export type { FindTables } from './find/index/find-tables.ts'
export { indexEntries } from './find/index/index-entry.ts'
export type { IndexEntry } from './find/index/index-entry.ts'
export { updateIndex } from './find/index/update-index.ts'
