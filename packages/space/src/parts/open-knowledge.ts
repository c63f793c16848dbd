import { randomInt } from 'node:crypto'
import type { KnowledgePorts } from '@datacortex/knowledge-extractor'
import type { SearchPort } from '@datacortex/memory'
import { type Settings, type WritesBroker, readSettings } from '@datacortex/platform'
import type { Catalogue } from '@datacortex/modules'
import type { Work } from '../work.ts'
import { type SpaceMemory, openSpaceMemory } from './memory.ts'
import { spaceHooks } from './space-hooks.ts'
import { openSpaceSubAgents } from './space-sub-agents.ts'
import { openSpaceWriter } from './space-writer.ts'
import { callerAccess } from '../caller/caller-access.ts'
import { hiddenFiles, searchWithoutHidden } from '../caller/without-hidden.ts'
import type { WriteRulesOptions } from '../caller/write-rules.ts'

/** What turns content into notes of a space; dispose it. */
export type SpaceKnowledge = AsyncDisposable & {
  readonly ports: KnowledgePorts
  /** Writes everything that the run writes. */
  readonly broker: WritesBroker
  readonly memory: SpaceMemory
  /** Of the memory, what may be shown to the caller. */
  readonly search: { readonly port: SearchPort; readonly batch: () => SearchPort }
  readonly catalogue: Catalogue
  readonly settings: Settings
  /** The name under which `undo` takes back what was written; undefined if nothing was. */
  readonly undoName: () => string | undefined
}

export type OpenKnowledgeOptions = Omit<WriteRulesOptions, 'registry'> & {
  /** What the writes are called, such as `ingest`; a date and a number follow. */
  readonly task: string
  /** Whether nothing is written: neither notes nor the hot cache. */
  readonly dryRun?: boolean | undefined
  readonly robots?: boolean | undefined
}

/** Wires the knowledge extractor to a space: sub-agents, memory, model, writer, hooks, and the broker of its writes. */
export async function openKnowledge(
  work: Work,
  { space, task, agent, companionsOf, taskFiles, robots, dryRun }: OpenKnowledgeOptions,
): Promise<SpaceKnowledge> {
  const { paths } = work
  const [{ createWritesBroker }, { readTagVocabulary }, { writeRules }, settings, catalogue, whyHidden] =
    await Promise.all([
      import('@datacortex/platform'),
      import('@datacortex/knowledge-extractor'),
      import('../caller/write-rules.ts'),
      readSettings(paths),
      work.catalogue(),
      whyHiddenFrom(work),
    ])
  const modules = catalogue.modules.modules
  const { personal, org } = catalogue.registry.knowledgeLocations
  await using stack = new AsyncDisposableStack()
  const subAgents = stack.use(await openSpaceSubAgents(work, { modules, settings, robots }))
  const memory = stack.use(await openSpaceMemory(work, { inThreads: true, dryRun }))
  const writer = await openSpaceWriter(paths, { modules, settings })
  if (writer !== undefined) stack.use(writer)
  const broker = createWritesBroker({
    root: paths.root,
    dryRun,
    run: `${task}-${new Date().toISOString().slice(0, 10)}-${randomInt(1e8, 1e9)}`,
    ...writeRules(paths, { registry: catalogue.registry, space, agent, companionsOf, taskFiles }),
  })
  const shown = (port: SearchPort): SearchPort =>
    whyHidden === undefined || work.caller.kind === 'client'
      ? port
      : searchWithoutHidden(port, { root: paths.root, whyHidden })
  const search = { port: shown(memory.port), batch: () => shown(memory.batch()) }
  const ports: KnowledgePorts = {
    paths,
    space,
    subAgents,
    writes: broker,
    locations: { personal, org },
    search: search.batch(),
    embed: async (texts, { signal }) => await memory.embedder.embed(texts, { signal }),
    writer,
    hooks: spaceHooks(work, modules),
    hidden: whyHidden && hiddenFiles({ root: paths.root, whyHidden }),
    tags: await readTagVocabulary(paths),
    workAreas: settings.work_areas,
    maxBytes: settings.ingest.max_bytes,
    companions: companionsOf !== undefined,
    texts: settings.ingest.text,
    mostZettels: settings.ingest.zettels,
  }
  const kept = stack.move()
  return {
    ports,
    broker,
    memory,
    search,
    catalogue,
    settings,
    undoName: () => (broker.written() > 0 ? broker.run : undefined),
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}

/** Why a path of the space is not read for the caller; undefined for its user, who may read everything. */
async function whyHiddenFrom(work: Work): Promise<((path: string) => string | undefined) | undefined> {
  if (work.caller.kind === 'user') return undefined
  // Where nothing is hidden, files with keys still are.
  return (await callerAccess(work))?.path ?? (() => undefined)
}
