import type { SpacePaths } from '@datacortex/platform'
import type { FindOptions, FindResult } from './finder.ts'
import { findAgents } from './find-agents.ts'
import { freshIndex } from './index/find-place.ts'
import { type FindTables, openFindTables } from './index/find-tables.ts'
import { promptsAreUnchanged } from './index/index-state.ts'
import type { FinderOptions, RefreshedIndex } from './index/refresh-index.ts'
import type { FindIndexUpdate } from './index/update-index.ts'

export type Finder = AsyncDisposable & {
  /** Agents that can be found, copies included. */
  readonly agentCount: number
  /** What opening had to bring up to date. */
  readonly update: FindIndexUpdate
  find(query: string, options?: FindOptions): Promise<FindResult>
  /** Whether the files of prompts are as they were when they were indexed. Asks the disk for each, without waiting. */
  promptsAreUnchanged(): boolean
}

/** Opens `find` on a space and brings its index up to date. Throws `REGISTRY_YAML_INVALID`. */
export async function openFinder(paths: SpacePaths, options: FinderOptions): Promise<Finder> {
  const fresh = await freshIndex(paths, options)
  if (fresh !== undefined) {
    const { state, place } = fresh
    const embedder = await options.openEmbedder(state.settings.embeddings)
    if (embedder.modelId === state.modelId)
      return new SpaceFinder(paths, { options, embedder, state, place, update: nothingToDo })
    await embedder[Symbol.asyncDispose]()
  }
  return new SpaceFinder(paths, { options, ...(await refresh(paths, options)) })
}

const nothingToDo: FindIndexUpdate = { embedded: 0, pending: 0, changed: 0, removed: 0, tookMs: 0 }

type Parts = RefreshedIndex & {
  readonly options: FinderOptions
}

class SpaceFinder implements Finder {
  readonly update: FindIndexUpdate
  readonly #paths: SpacePaths
  readonly #parts: Parts
  #index: Pick<Parts, 'state' | 'place'>
  #tables: Promise<FindTables> | undefined
  /** Lost tables that queries of the same moment may still read. */
  readonly #retired: FindTables[] = []

  constructor(paths: SpacePaths, parts: Parts) {
    this.update = parts.update
    this.#paths = paths
    this.#parts = parts
    this.#index = parts
  }

  get agentCount(): number {
    return this.#index.state.agents
  }

  async find(query: string, options?: FindOptions): Promise<FindResult> {
    // Opened by the first query, beside the loading of the model: both take about as long.
    const opened = this.#tables ?? this.#keep(this.#open())
    const result = await this.#ask(query, options)
    if (!wereLost(await opened)) return result
    // Somebody deleted or damaged the tables while they were open; the first query that notices makes them again.
    if (this.#tables === opened) void this.#keep(opened.then(async (tables) => await this.#reopen(tables)))
    return await this.#ask(query, options)
  }

  promptsAreUnchanged(): boolean {
    return promptsAreUnchanged(this.#paths, this.#index.state.prompts)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const tables = await this.#tables?.catch(() => undefined)
    await Promise.all([tables, ...this.#retired].map(async (each) => await each?.[Symbol.asyncDispose]()))
    await this.#parts.embedder[Symbol.asyncDispose]()
  }

  async #ask(query: string, options: FindOptions | undefined): Promise<FindResult> {
    const { documents: documentCount, exemplified, names, pending, settings, standing } = this.#index.state
    const { embedder } = this.#parts
    const sources = { embedder, documentCount, exemplified, names, pending, minScore: settings.find.min_score }
    const sets = { builtin: new Set(standing.builtin), gone: new Set(standing.gone) }
    return await findAgents(
      query,
      { ...sources, standing: sets, tables: this.#tables ?? this.#keep(this.#open()) },
      options,
    )
  }

  #keep(opening: Promise<FindTables>): Promise<FindTables> {
    this.#tables = opening
    // A failed opening is not kept, so that a later query can succeed.
    opening.catch(() => {
      if (this.#tables === opening) this.#tables = undefined
    })
    return opening
  }

  async #open(): Promise<FindTables> {
    const tables = await this.#openTables()
    // The tables were deleted or damaged under a state that looked fresh.
    return wereLost(tables) ? await this.#reopen(tables) : tables
  }

  async #reopen(tables: FindTables): Promise<FindTables> {
    this.#retired.push(tables)
    const refreshed = await refresh(this.#paths, this.#parts.options)
    await refreshed.embedder[Symbol.asyncDispose]()
    this.#index = refreshed
    return await this.#openTables()
  }

  async #openTables(): Promise<FindTables> {
    const { modelId, dimensions } = this.#parts.embedder
    return await openFindTables(this.#index.place, { modelId, dimensions, signal: this.#parts.options.signal })
  }
}

function wereLost({ units, documents }: FindTables): boolean {
  return units.rebuilt !== undefined || documents.rebuilt !== undefined
}

/** Loaded only when something changed: it brings the parsers of registry, importers and modules. */
async function refresh(paths: SpacePaths, options: FinderOptions): Promise<RefreshedIndex> {
  const { refreshIndex } = await import('./index/refresh-index.ts')
  return await refreshIndex(paths, options)
}
