export type { IngestOptions } from './ingest/ingest.ts'
export type { IngestReport } from './ingest/ingest-report.ts'
export {
  ExtractionFailedError,
  HandOverLoopError,
  IngestRunningError,
  InputEmptyError,
  InputSkippedError,
  InputTooLargeError,
  InputUnreadableError,
  NoSubAgentError,
  NoTextError,
  NoteDamagedError,
} from './errors.ts'
export { extractKnowledge, openKnowledgeExtractor } from './extract-knowledge.ts'
export type { KnowledgeExtractor } from './extract-knowledge.ts'
export type { Authority, AuthorityRules } from './ideas/source-authority.ts'
export { ingest } from './ingest/ingest.ts'
export { inputOfBytes } from './input/input-of-bytes.ts'
export type { ReadInput } from './input/read-input.ts'
export { subAgentPool } from './input/sub-agent-pool.ts'
export type { ExtractingAgents, SubAgentPoolOptions } from './input/sub-agent-pool.ts'
export { runSubAgents } from './input/run-sub-agents.ts'
export type { Extracted } from './input/run-sub-agents.ts'
export type { InputType, KnowledgeInput } from './knowledge-input.ts'
export type { KnowledgeResult } from './knowledge-result.ts'
export { ignoredFolders, knowledgeFolders } from './notes/knowledge-folders.ts'
export type { KnowledgeFolders } from './notes/knowledge-folders.ts'
export { locatedPlace } from './notes/located-place.ts'
export type { LocatedPlace } from './notes/located-place.ts'
export type {
  HooksPort,
  KnowledgePorts,
  NoteToWrite,
  SubAgentPool,
  WriteNote,
  WritesPort,
  WrittenNote,
} from './ports.ts'
export { readTagVocabulary } from './tags/tag-vocabulary.ts'
export type { TagVocabulary } from './tags/tag-vocabulary.ts'
