import type { ResearchPorts } from '@datacortex/research'
import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'
import { type OpenKnowledgeOptions, openKnowledge } from './open-knowledge.ts'
import { openSpaceSources } from './open-space-sources.ts'
import { requireReadable } from '../research/require-readable.ts'
import { localNotes } from '../research/local-notes.ts'
import { textOf } from '../research/user-text.ts'
import { scriptSpeaker } from '../research/speak-script.ts'

export type OpenResearchOptions = Pick<OpenKnowledgeOptions, 'space' | 'taskFiles' | 'dryRun'> & {
  readonly robots: boolean
}

/** Wires research to a space: its sources, the fetcher of pages, the knowledge extractor, memory, voices and hooks. */
export async function openResearch(work: Work, { space, robots, taskFiles, dryRun }: OpenResearchOptions) {
  const { paths } = work
  const { defaultMaxBytes, openKnowledgeExtractor, readInput, runSubAgents } =
    await import('@datacortex/knowledge-extractor')
  await using stack = new AsyncDisposableStack()
  const knowledge = stack.use(
    await openKnowledge(work, { space, task: 'research', agent: 'research-orchestrator', taskFiles, robots, dryRun }),
  )
  const { ports: own, broker, catalogue, settings, search } = knowledge
  const sources = stack.use(
    requireReadable(await openSpaceSources(work, { modules: catalogue.modules.modules, settings })),
  )
  const readText = async (path: string): Promise<string | undefined> => await textOf(paths, path)
  const fileOf = async (path: string) => {
    const hidden = await own.hidden?.(path)
    if (hidden !== undefined) throw spaceError('CLI_USAGE', { message: hidden.reason, hint: hidden.hint })
    return { kind: 'file', path } as const
  }
  const ports: ResearchPorts = {
    paths,
    sources,
    readPage: async (place, { signal }) => {
      const input = /^https?:/i.test(place) ? ({ kind: 'url', url: place } as const) : await fileOf(place)
      const read = await readInput(input, { maxBytes: own.maxBytes ?? defaultMaxBytes })
      return await runSubAgents(read, { subAgents: own.subAgents, signal })
    },
    openExtractor: (run, { writes, writer }) =>
      openKnowledgeExtractor({ ...own, search: search.batch(), run, writes, writer }),
    writes: own.writes,
    readFile: readText,
    localNotes: async (topic, { signal }) => await localNotes(topic, { search: search.port, readText, signal }),
    hooks: own.hooks,
    embed: own.embed,
    writer: own.writer,
    speak: scriptSpeaker(work, { modules: catalogue.modules.modules, settings, broker }),
    choose: work.ask?.choose,
    onProgress: ({ phase, done, total, subject }) => work.onProgress({ stage: phase, done, total, subject }),
  }
  const kept = stack.move()
  return { ports, knowledge, [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose]() }
}
