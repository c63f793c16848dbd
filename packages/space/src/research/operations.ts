import { entries } from '../operation.ts'

const ofTheUser = 'Only the user at this machine says which programs may run.'
const ofUser = { right: 'manage', notAt: { mcp: ofTheUser, http: ofTheUser } } as const

export const researchOperations = entries({
  ingest: {
    tool: 'ingest_content',
    description: 'Turns files, folders, addresses and texts into literature notes, zettels, tasks and tags.',
    right: 'research',
    isOpenWorld: true,
    wants: ['plugins', 'ingest', 'writer', 'network'],
    load: async () => (await import('./ingest-content.ts')).ingestContent,
  },
  research: {
    tool: 'research_topic',
    title: 'Research a topic',
    description: 'Researches a topic in depth: asks every source, gathers, quotes, and writes a report. Takes minutes.',
    right: 'research',
    isOpenWorld: true,
    wants: ['sources', 'plugins', 'writer', 'speech', 'network', 'ingest'],
    load: async () => (await import('./research-topic.ts')).researchTopic,
  },
  'research.plan': {
    command: 'research',
    description: 'Says whom research would ask and what it could cost; nobody is asked.',
    right: 'read',
    load: async () => (await import('./plan-research.ts')).planResearch,
  },
  'research.queue': {
    command: 'research',
    tool: 'work_off_research',
    title: 'Do the research that waits',
    description: 'Does the research that waits in org/research_learning.org, and writes a briefing. Takes hours.',
    right: 'research',
    isOpenWorld: true,
    wants: ['sources', 'plugins', 'writer', 'speech', 'network', 'ingest'],
    load: async () => (await import('./work-off-queue.ts')).workOffQueue,
  },
  'research.waiting': {
    command: 'research',
    tool: 'list_waiting_research',
    title: 'List the research that waits',
    description: 'The research that waits in org/research_learning.org.',
    right: 'read',
    load: async () => (await import('./list-waiting.ts')).listWaiting,
  },
  'research.add': {
    tool: 'add_links',
    title: 'Save links',
    description:
      'Saves addresses for the next night, which reads them and reports by topic. What waits already is named.',
    right: 'write',
    load: async () => (await import('./save-links.ts')).addSavedLinks,
  },
  'research.import': {
    tool: 'import_links',
    title: 'Import saved links',
    description:
      'Saves the links of bookmarks, of exports of Pocket, Readwise and Omnivore, of clippings of Obsidian, or what is new in Readwise.',
    right: 'write',
    isOpenWorld: true,
    wants: ['network', 'research'],
    load: async () => (await import('./save-links.ts')).importSavedLinks,
  },
  'research.list': {
    description: 'The runs of research of this space, the newest first.',
    right: 'read',
    load: async () => (await import('./list-research.ts')).listResearch,
  },
  'research.show': {
    description: 'A run of research, with each of its quotations checked again.',
    right: 'read',
    load: async () => (await import('./show-research.ts')).showResearch,
  },
  'research.report': {
    command: 'research show',
    title: 'Report of research',
    description: 'What a run found, each claim with its quotations, and the passage of one of them.',
    right: 'read',
    notAt: { command: 'A terminal shows the report itself.', mcp: 'A model reads the report itself.' },
    load: async () => (await import('./report-research.ts')).reportResearch,
  },
  'research.resume': {
    description: 'Goes on with a run of research that was stopped; nothing is paid for twice.',
    right: 'research',
    isOpenWorld: true,
    wants: ['sources', 'plugins', 'writer', 'speech', 'network', 'ingest'],
    load: async () => (await import('./resume-research.ts')).resumeResearch,
  },
  'sources.list': {
    description: 'Who is asked by search and research, and why some take no part.',
    right: 'read',
    load: async () => (await import('./list-sources.ts')).listSources,
  },
  'sources.add': {
    tool: 'add_source',
    title: 'Add a source',
    description:
      'Adds sources that a file describes: the MCP servers of an assistant, or an API by its OpenAPI description.',
    ...ofUser,
    isUsersWord: true,
    load: async () => (await import('./add-source.ts')).addSource,
  },
  'sources.approve': {
    tool: 'approve_source',
    title: 'Approve a source',
    description: 'Allows exactly the command that a source starts.',
    ...ofUser,
    load: async () => (await import('./approve-source.ts')).approveSource,
  },
})
