import { ignoredFolders } from '@datacortex/knowledge-extractor'
import type { NoteLocations } from '@datacortex/notes'
import { type BudgetLimit, budgetWords } from '@datacortex/sources'
import type { RunState } from '../runs/run-record.ts'
import type { CheckedSynthesis } from '../synthesis/check-synthesis.ts'
import type { ResearchCandidate } from './candidate.ts'
import { sourcesOf, unreadAddresses } from './describe-sources.ts'
import type { Discovery } from './discover.ts'
import { domainProblems } from './domain-rules.ts'
import type { Gathered } from './gather.ts'
import type { ProcessedDocuments } from './process-documents.ts'
import { type ResearchFiles, researchPlaces } from './research-files.ts'
import type { RunAudio, RunInProgress } from './research-ports.ts'
import { type ResearchResult, answersOf, contradictionsOf, findingsOf } from './research-result.ts'
import type { CandidateSelection } from './select-candidates.ts'
import type { RunSynthesis } from './synthesise-run.ts'

export type RunParts = {
  readonly discovery: Discovery
  readonly candidates: readonly ResearchCandidate[]
  readonly selection: CandidateSelection
  readonly gathered: Gathered
  readonly processed: ProcessedDocuments
  /** Before its quotations were checked. */
  readonly made: RunSynthesis
  readonly checked: CheckedSynthesis
  readonly actionItems: readonly string[]
  readonly files: ResearchFiles
  readonly audio: RunAudio
  readonly unread: ReadonlyMap<string, string>
  readonly storingProblems: readonly string[]
  readonly limit: BudgetLimit | undefined
  readonly locations: NoteLocations | undefined
}

export function composeResult(parts: RunParts, { run, config }: RunInProgress): ResearchResult {
  const { discovery, candidates, selection, processed, made, checked, files, audio, limit } = parts
  const { synthesis, dropped } = checked
  const { usd, calls } = run.spent
  return {
    run: run.record.id,
    state: stateOf(limit),
    topic: config.topic,
    summary_path: files.summary,
    report_path: files.report,
    script_path: config.podcast ? files.script : undefined,
    audio_path: audio.path,
    literature_notes: processed.literatureNotes,
    zettels: processed.zettels,
    action_items: parts.actionItems,
    answers: answersOf(synthesis),
    findings: findingsOf(synthesis),
    contradictions: contradictionsOf(synthesis),
    sources: sourcesOf(made.synthesis, parts),
    skipped: [...discovery.skipped, ...unreadAddresses(config, parts.unread)],
    found: {
      documents:
        discovery.answers.reduce((sum, { documents }) => sum + documents.length, 0) +
        new Set([...config.urls, ...(config.files ?? [])]).size,
      works: candidates.length,
      selected: selection.chosen.length,
    },
    quotations: { all: made.synthesis.evidence.length, verified: made.synthesis.evidence.length - dropped.length },
    cost: { usd, calls },
    problems: [
      ...(limit === undefined ? [] : [`it ended early: the budget of ${budgetWords[limit]} is spent`]),
      ...domainProblems(config),
      ...made.problems,
      ...processed.failed.map(({ id, reason }) => `${id}: ${reason}`),
      ...processed.unwritten,
      ...audio.problems,
      ...parts.storingProblems,
      ...[
        ...ignoredFolders(config.space, parts.locations),
        ...researchPlaces(config.space, parts.locations).ignored,
      ].map(({ message }) => message),
    ],
  }
}

/** How a run ends that some limit of its budget ended early, or none. */
export function stateOf(limit: BudgetLimit | undefined): RunState {
  return limit === undefined ? 'done' : 'partial'
}
