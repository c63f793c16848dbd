export { takeSnapshot, verifyEvidence } from './claims/evidence.ts'
export type { Evidence } from './claims/evidence.ts'
export { converge } from './convergence/converge.ts'
export { deduplicate } from './dedup/deduplicate.ts'
export { matchTitles, titleKey } from './dedup/match-titles.ts'
export { normaliseUrl } from './dedup/normalise-url.ts'
export { parseUrl } from './dedup/parse-url.ts'
export type { DedupDocument } from './dedup/types.ts'
export {
  ResearchRunBrokenError,
  ResearchRunBusyError,
  ResearchRunUnknownError,
  SourceMisconfiguredError,
} from './errors.ts'
export {
  approveMcpSource,
  checkCommand,
  hasMcpApproval,
  isMcpApproved,
  mcpCommand,
  revokeMcpSource,
} from './mcp/mcp-approval.ts'
export { saveAsZettel } from './search/save-as-zettel.ts'
export { searchEverything } from './search/search-everything.ts'
export type { SearchAnswer, SearchResult } from './search/search-types.ts'
export { Budget } from './sources/budget.ts'
export { defaultSources } from './sources/default-sources.ts'
export type { SkippedSource } from './sources/eligibility.ts'
export { openSources } from './sources/open-sources.ts'
export type { Sources } from './sources/open-sources.ts'
export type { RegisteredSource } from './sources/read-sources.ts'
export { documentsByDepth } from './pipeline/research-options.ts'
export type { Depth, ResearchConfig } from './pipeline/research-options.ts'
export { researchPlaces } from './pipeline/research-files.ts'
export type { ResearchPorts } from './pipeline/research-ports.ts'
export type { ResearchResult } from './pipeline/research-result.ts'
export { resumeResearch, runResearch } from './pipeline/run-research.ts'
export type { RunResearchOptions } from './pipeline/run-research.ts'
export { createPodcast } from './podcast/create-podcast.ts'
export type { Podcast } from './podcast/create-podcast.ts'
export type { NamedSpeech, PodcastScript } from './podcast/script.ts'
export { textForEar } from './podcast/text-for-ear.ts'
export { runQueue } from './queue/run-queue.ts'
export type { QueueResult } from './queue/run-queue.ts'
export { listRuns } from './runs/list-runs.ts'
export type { RunSummary } from './runs/list-runs.ts'
export { readRun } from './runs/open-run.ts'
export { showRun } from './runs/show-run.ts'
export type { ShownRun } from './runs/show-run.ts'
export { researchQueue } from './gtd/research-queue.ts'
export { proseAddresses } from './gtd/prose-addresses.ts'
export { readOrg } from './gtd/read-org.ts'
export { withoutResearch } from './gtd/without-research.ts'
export { renderReport } from './synthesis/render-report.ts'
export { synthesise } from './synthesis/synthesise.ts'
export type { LocalNote } from './synthesis/types.ts'
