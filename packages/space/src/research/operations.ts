import type { Entries, Operation } from '../operation.ts'
import type { ApprovedSource, ApproveSource } from './approve-source.ts'
import type { IngestContent, IngestedContent } from './ingest-content.ts'
import type { ListedResearch } from './list-research.ts'
import type { ListedSources } from './list-sources.ts'
import type { ListWaiting, WaitingResearch } from './list-waiting.ts'
import type { ResearchPlan } from './plan-research.ts'
import type { ResearchAsked } from './research-config.ts'
import type { ResearchedTopic, ResearchTopic } from './research-topic.ts'
import type { ResumeResearch } from './resume-research.ts'
import type { ShownResearch, ShowResearch } from './show-research.ts'
import type { WorkedOffQueue, WorkOffQueue } from './work-off-queue.ts'

type Nothing = Readonly<Record<string, never>>

/** What takes knowledge in, asks for it, and says who is asked. */
export type ResearchOperations = {
  readonly ingest: Operation<IngestContent, IngestedContent>
  readonly research: Operation<ResearchTopic, ResearchedTopic>
  readonly 'research.plan': Operation<ResearchAsked, ResearchPlan>
  readonly 'research.queue': Operation<WorkOffQueue, WorkedOffQueue>
  readonly 'research.waiting': Operation<ListWaiting, WaitingResearch>
  readonly 'research.list': Operation<Nothing, ListedResearch>
  readonly 'research.show': Operation<ShowResearch, ShownResearch>
  readonly 'research.resume': Operation<ResumeResearch, ResearchedTopic>
  readonly 'sources.list': Operation<Nothing, ListedSources>
  readonly 'sources.approve': Operation<ApproveSource, ApprovedSource>
}

const ofTheUser = 'Only the user at this machine says which programs may run.'

export const researchOperations: Entries<ResearchOperations> = {
  ingest: {
    command: 'ingest',
    tool: 'ingest_content',
    title: 'Ingest content',
    description: 'Turns files, folders, addresses and texts into literature notes, zettels, tasks and tags.',
    right: 'research',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./ingest-content.ts')).ingestContent,
  },
  research: {
    command: 'research',
    tool: 'research_topic',
    title: 'Research a topic',
    description: 'Researches a topic in depth: asks every source, gathers, quotes, and writes a report. Takes minutes.',
    right: 'research',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./research-topic.ts')).researchTopic,
  },
  'research.plan': {
    command: 'research',
    tool: 'plan_research',
    title: 'Plan research',
    description: 'Says whom research would ask and what it could cost; nobody is asked.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./plan-research.ts')).planResearch,
  },
  'research.queue': {
    command: 'research',
    tool: 'work_off_research',
    title: 'Do the research that waits',
    description: 'Does the research that waits in org/research_learning.org, and writes a briefing. Takes hours.',
    right: 'research',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./work-off-queue.ts')).workOffQueue,
  },
  'research.waiting': {
    command: 'research',
    tool: 'list_waiting_research',
    title: 'List the research that waits',
    description: 'The research that waits in org/research_learning.org.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./list-waiting.ts')).listWaiting,
  },
  'research.list': {
    command: 'research list',
    tool: 'list_research',
    title: 'List research',
    description: 'The runs of research of this space, the newest first.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./list-research.ts')).listResearch,
  },
  'research.show': {
    command: 'research show',
    tool: 'show_research',
    title: 'Show research',
    description: 'A run of research, with each of its quotations checked again.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./show-research.ts')).showResearch,
  },
  'research.resume': {
    command: 'research resume',
    tool: 'resume_research',
    title: 'Resume research',
    description: 'Goes on with a run of research that was stopped; nothing is paid for twice.',
    right: 'research',
    isReadOnly: false,
    isOpenWorld: true,
    load: async () => (await import('./resume-research.ts')).resumeResearch,
  },
  'sources.list': {
    command: 'source list',
    tool: 'list_sources',
    title: 'List sources',
    description: 'Who is asked by search and research, and why some take no part.',
    right: 'read',
    isReadOnly: true,
    load: async () => (await import('./list-sources.ts')).listSources,
  },
  'sources.approve': {
    command: 'source approve',
    tool: 'approve_source',
    title: 'Approve a source',
    description: 'Allows exactly the command that a source starts.',
    right: 'manage',
    isReadOnly: false,
    notAt: { mcp: ofTheUser, http: ofTheUser },
    load: async () => (await import('./approve-source.ts')).approveSource,
  },
}
