import type { ResearchPorts } from '@datacortex/research'
import type { SpacePaths } from '@datacortex/platform'
import type { Context } from '../context.ts'
import type { OpenKnowledgeOptions, SpaceKnowledge } from './open-knowledge.ts'
import { openKnowledge } from './open-knowledge.ts'
import { openSpaceSources } from './open-space-sources.ts'
import { requireReadable } from './require-readable.ts'
import { localNotes } from './local-notes.ts'
import { textOf } from './own-words.ts'
import { scriptSpeaker } from './speak-script.ts'

/** What research works with in a space; dispose it. */
export type SpaceResearch = AsyncDisposable & {
  readonly ports: ResearchPorts
  readonly knowledge: SpaceKnowledge
}

/**
 * Wires research to a space: its sources, the fetcher of pages, the knowledge extractor, memory, voices and hooks.
 *
 * @param paths - Of the space.
 * @param context - Of the command.
 * @param options - Where the outputs go; who chooses what is gathered.
 * @example await using research = await openResearch(paths, context, { space: '0-personal' })
 */
export async function openResearch(
  paths: SpacePaths,
  context: Context,
  {
    space,
    choose,
    robots,
    taskFiles,
    closed,
    dryRun,
  }: {
    readonly space: string
    /** Org files of tasks that asked for it, relative to the root. */
    readonly taskFiles?: readonly string[] | undefined
    readonly choose?: ResearchPorts['choose']
    /** Whether nothing is written. */
    readonly dryRun?: boolean | undefined
    /** Whether robots.txt is respected: for pages that nobody named. */
    readonly robots: boolean
    /** Why the agent that this is opened for may not be shown a path of the space; a person may see everything. */
    readonly closed?: OpenKnowledgeOptions['closed']
  },
): Promise<SpaceResearch> {
  const { openKnowledgeExtractor, runSubAgents } = await import('@datacortex/knowledge-extractor')
  await using stack = new AsyncDisposableStack()
  const knowledge = stack.use(
    await openKnowledge(paths, context, {
      space,
      task: 'research',
      agent: 'research-orchestrator',
      taskFiles,
      robots,
      closed,
      dryRun,
    }),
  )
  const { ports: own, broker, catalogue, settings, search } = knowledge
  const sources = stack.use(
    requireReadable(await openSpaceSources(paths, { modules: catalogue.modules.modules, settings })),
  )
  const readText = async (path: string): Promise<string | undefined> => await textOf(paths, path)
  const ports: ResearchPorts = {
    paths,
    sources,
    readPage: async (url, { signal }) => {
      const input = { contentType: 'text/uri-list', name: url, url, bytes: new Uint8Array() }
      return await runSubAgents(input, { subAgents: own.subAgents, signal })
    },
    openExtractor: (run, { writes, writer }) =>
      openKnowledgeExtractor({ ...own, search: search.batch(), run, writes, writer }),
    writes: own.writes,
    readFile: readText,
    localNotes: async (topic, { signal }) => await localNotes(topic, { search: search.port, readText, signal }),
    hooks: own.hooks,
    embed: own.embed,
    writer: own.writer,
    speak: scriptSpeaker(paths, { modules: catalogue.modules.modules, settings, broker, context }),
    choose,
    onProgress: ({ phase, done, total, subject }) => context.onProgress({ stage: phase, done, total, subject }),
  }
  const kept = stack.move()
  return { ports, knowledge, [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose]() }
}
