import type { Embedder } from '@datacortex/embeddings'
import type { SpacePaths } from '@datacortex/platform'
import type { FindOptions, FindResult } from './finder.ts'
import { findAgents } from './find-agents.ts'
import type { FindTables } from './find-tables.ts'
import { openFindTables } from './find-tables.ts'
import type { IndexState } from './index-state.ts'
import { readIndexState } from './index-state.ts'
import type { IndexHost, RefreshedIndex } from './refresh-index.ts'
import { spaceFingerprint } from './space-fingerprint.ts'
import type { FindIndexUpdate } from './update-index.ts'

/** `find` on one space, ready to be asked. */
export type Finder = AsyncDisposable & {
  /** Agents that can be found, copies included. */
  readonly agentCount: number
  /** What opening had to bring up to date. */
  readonly update: FindIndexUpdate
  find(query: string, options?: FindOptions): Promise<FindResult>
}

/**
 * Opens `find` on a space and brings its index up to date, which embeds only texts that were never seen before.
 *
 * An unchanged space is recognised by a hash of its files; nothing is parsed then. Several processes may do this at
 * once: one updates, the others wait.
 *
 * @param paths - Of the space.
 * @param host - Embedder, modules, signal, progress.
 * @throws {@link RegistryYamlInvalidError} if `agents.yaml` can't be read.
 * @example await using finder = await openFinder(paths, { openEmbedder }); await finder.find('fix the build')
 */
export async function openFinder(paths: SpacePaths, host: IndexHost): Promise<Finder> {
  const state = await freshState(paths, host)
  if (state !== undefined) {
    const embedder = await host.openEmbedder(state.settings.embeddings)
    if (embedder.modelId === state.modelId)
      return new SpaceFinder(paths, { host, embedder, state, update: nothingToDo })
    await embedder[Symbol.asyncDispose]()
  }
  return new SpaceFinder(paths, { host, ...(await refresh(paths, host)) })
}

const nothingToDo: FindIndexUpdate = { embedded: 0, changed: 0, removed: 0, tookMs: 0 }

async function freshState(paths: SpacePaths, host: IndexHost): Promise<IndexState | undefined> {
  const [state, fingerprint] = await Promise.all([readIndexState(paths), spaceFingerprint(paths, host)])
  return state?.fingerprint === fingerprint ? state : undefined
}

type Parts = {
  readonly host: IndexHost
  readonly embedder: Embedder
  readonly state: IndexState
  readonly update: FindIndexUpdate
}

class SpaceFinder implements Finder {
  readonly agentCount: number
  readonly update: FindIndexUpdate
  readonly #paths: SpacePaths
  readonly #parts: Parts
  #tables: Promise<FindTables> | undefined

  constructor(paths: SpacePaths, parts: Parts) {
    this.agentCount = parts.state.agents
    this.update = parts.update
    this.#paths = paths
    this.#parts = parts
  }

  async find(query: string, options?: FindOptions): Promise<FindResult> {
    const { embedder, state } = this.#parts
    // Opened by the first query, beside the loading of the model: both take about as long.
    this.#tables ??= this.#open()
    const sources = {
      tables: this.#tables,
      embedder,
      documentCount: state.documents,
      minScore: state.settings.find.min_score,
    }
    return await findAgents(query, sources, options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const tables = await this.#tables?.catch(() => undefined)
    await tables?.[Symbol.asyncDispose]()
    await this.#parts.embedder[Symbol.asyncDispose]()
  }

  async #open(): Promise<FindTables> {
    const { host, embedder } = this.#parts
    const place = { modelId: embedder.modelId, dimensions: embedder.dimensions, signal: host.signal }
    const tables = await openFindTables(this.#paths, place)
    if (tables.units.rebuilt === undefined && tables.documents.rebuilt === undefined) return tables
    // Somebody deleted or damaged the tables under a state that looked fresh.
    await tables[Symbol.asyncDispose]()
    const refreshed = await refresh(this.#paths, host)
    await refreshed.embedder[Symbol.asyncDispose]()
    return await openFindTables(this.#paths, place)
  }
}

/** Loaded only when something changed: it brings the parsers of registry, importers and modules. */
async function refresh(paths: SpacePaths, host: IndexHost): Promise<RefreshedIndex> {
  const { refreshIndex } = await import('./refresh-index.ts')
  return await refreshIndex(paths, host)
}
