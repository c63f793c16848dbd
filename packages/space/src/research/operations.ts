import type { Entries } from '../operation.ts'

/** What takes knowledge in, asks for it, and says who is asked. */
export type ResearchOperations = {
  readonly ingest: typeof import('./ingest-content.ts').ingestContent
  readonly research: typeof import('./research-topic.ts').researchTopic
  readonly 'research.plan': typeof import('./plan-research.ts').planResearch
  readonly 'research.queue': typeof import('./work-off-queue.ts').workOffQueue
  readonly 'research.waiting': typeof import('./list-waiting.ts').listWaiting
  readonly 'research.list': typeof import('./list-research.ts').listResearch
  readonly 'research.show': typeof import('./show-research.ts').showResearch
  readonly 'research.resume': typeof import('./resume-research.ts').resumeResearch
  readonly 'sources.list': typeof import('./list-sources.ts').listSources
  readonly 'sources.approve': typeof import('./approve-source.ts').approveSource
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
