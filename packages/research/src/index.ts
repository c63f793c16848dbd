export { takeSnapshot, verifyEvidence } from './claims/evidence.ts'
export type { Evidence, EvidenceFault, Snapshot } from './claims/evidence.ts'
export { converge } from './convergence/converge.ts'
export type { Convergence, Echo, Supporter } from './convergence/converge.ts'
export { deduplicate } from './dedup/deduplicate.ts'
export { matchTitles, titleKey } from './dedup/match-titles.ts'
export type { TitleKey, TitleMatch } from './dedup/match-titles.ts'
export { normaliseUrl } from './dedup/normalise-url.ts'
export { parseUrl } from './dedup/parse-url.ts'
export type { Cluster, DedupDocument, Deduplication, Merge, MergeReason, Sighting } from './dedup/types.ts'
export {
  McpFailedError,
  McpNotApprovedError,
  LandscapeInvalidError,
  ResearchBudgetReachedError,
  ResearchRunBrokenError,
  ResearchRunBusyError,
  ResearchRunUnknownError,
  ResearchSelectionInvalidError,
  ResearchTextMissingError,
  ResearchTimeOverError,
  ResultNotSavedError,
  SourceCodeFailedError,
  SourceMisconfiguredError,
  SourceTimeoutError,
} from './errors.ts'
export {
  approveMcpSource,
  checkCommand,
  hasMcpApproval,
  isMcpApproved,
  mcpCommand,
  revokeMcpSource,
} from './mcp/mcp-approval.ts'
export type { McpApprovalOptions, McpCommand } from './mcp/mcp-approval.ts'
export { saveAsZettel } from './search/save-as-zettel.ts'
export type { SaveAsZettelOptions } from './search/save-as-zettel.ts'
export { searchEverything } from './search/search-everything.ts'
export type {
  GroundedSentence,
  SearchAnswer,
  SearchContradiction,
  SearchEverythingOptions,
  SearchPorts,
  SearchResult,
} from './search/search-types.ts'
export { Budget } from './sources/budget.ts'
export type { BudgetLimit, BudgetLimits, Reservation, Spent } from './sources/budget.ts'
export { defaultSources } from './sources/default-sources.ts'
export type { SkippedSource } from './sources/eligibility.ts'
export { openSources } from './sources/open-sources.ts'
export type { AskedCall, AskedSearch, AskOptions, Sources } from './sources/open-sources.ts'
export { readSources } from './sources/read-sources.ts'
export type { RegisteredSource, SourceRegistry } from './sources/read-sources.ts'
export type {
  DeclarativeRequest,
  DeclarativeResponse,
  McpConfig,
  SourceConfig,
  SourceLayer,
} from './sources/source-config.ts'
export type { SourcePorts } from './sources/source-ports.ts'
export type { ResearchCandidate } from './pipeline/candidate.ts'
export type { RunAudio } from './pipeline/make-podcast.ts'
export { documentsByDepth } from './pipeline/research-options.ts'
export type { Depth, ResearchConfig, TaskOfResearch } from './pipeline/research-options.ts'
export { researchPlaces } from './pipeline/research-files.ts'
export type { ResearchPlaces } from './pipeline/research-files.ts'
export type { ResearchPorts, SpeakOptions } from './pipeline/research-ports.ts'
export type { ResearchProgress } from './pipeline/research-progress.ts'
export type { ResearchResult } from './pipeline/research-result.ts'
export { resumeResearch, runResearch } from './pipeline/run-research.ts'
export type { RunResearchOptions } from './pipeline/run-research.ts'
export { createPodcast } from './podcast/create-podcast.ts'
export type { MissingTurn, Podcast, PodcastOptions } from './podcast/create-podcast.ts'
export type { AudioFormat } from './podcast/encode-audio.ts'
export type { NamedSpeech, PodcastScript, PodcastTurn } from './podcast/script.ts'
export { textForEar } from './podcast/text-for-ear.ts'
export { runQueue } from './queue/run-queue.ts'
export type { QueueConfig, QueueResult } from './queue/run-queue.ts'
export { listRuns } from './runs/list-runs.ts'
export type { RunSummary } from './runs/list-runs.ts'
export { readRun } from './runs/open-run.ts'
export type { Phase, RunRecord, RunState } from './runs/run-record.ts'
export { showRun } from './runs/show-run.ts'
export type { ShownRun } from './runs/show-run.ts'
export { researchQueue } from './gtd/research-queue.ts'
export type { QueuedResearch } from './gtd/research-queue.ts'
export { proseAddresses } from './gtd/prose-addresses.ts'
export { readOrg } from './gtd/read-org.ts'
export { withoutResearch } from './gtd/without-research.ts'
export type { OrgDrawer, OrgFile, OrgHeading, OrgKeywords } from './gtd/org-heading.ts'
export { renderReport } from './synthesis/render-report.ts'
export type { RenderOptions } from './synthesis/render-summary.ts'
export { synthesise } from './synthesis/synthesise.ts'
export type { ScriptTurn } from './synthesis/render-script.ts'
export type {
  Authority,
  Contradiction,
  DataTable,
  LocalNote,
  ResearchDocument,
  ResearchFinding,
  Synthesis,
  SynthesisInput,
  SynthesisSource,
} from './synthesis/types.ts'
