import { existsSync } from 'node:fs'
import { openMemory } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings, SpaceNotFoundError } from '@datacortex/platform'
import type { FindOptions, FindResult, RegisteredAgent } from '@datacortex/registry'
import { openFinder } from '@datacortex/registry'
import type { Router } from '@datacortex/router'
import { createRouter, readRoutings, routedUtterances } from '@datacortex/router'
import type { AgentService } from './agents/agent-service.ts'
import { requireRunner } from './agents/require-runner.ts'
import type { RunMemory } from './agents/run-service.ts'
import { runService } from './agents/run-service.ts'
import type { SpaceSnapshot } from './published/space-snapshot.ts'
import { SnapshotSource } from './published/space-snapshot.ts'
import { SpaceFinder } from './search/space-finder.ts'
import type { ServerOptions } from './server-options.ts'

/** What the server asks of a space: its agents, `find`, routing, and running them. */
export type SpaceServices = AsyncDisposable & {
  snapshot(): Promise<SpaceSnapshot>
  readonly find: (query: string, options: FindOptions) => Promise<FindResult>
  router(): Promise<Router>
  runnerOf(agent: RegisteredAgent): AgentService
}

type Embedder = Awaited<ReturnType<ServerOptions['openEmbedder']>>

/** What the services need of the server's options. */
export type ServicesOptions = Pick<
  ServerOptions,
  'bundledDirectory' | 'openEmbedder' | 'runner' | 'userDirectory' | 'conditions' | 'log'
>

/**
 * Opens the services of a space. The index of meanings, the model and the memory are opened by whoever asks first.
 *
 * @param paths - Of the space.
 * @param options - Model, modules, log.
 * @throws RegistryYamlInvalidError, RegistryInvalidError if `agents.yaml` can't be read; RunnerUnknownError.
 */
export async function openServices(paths: SpacePaths, options: ServicesOptions): Promise<SpaceServices> {
  const { bundledDirectory, openEmbedder, runner, userDirectory, conditions, log } = options
  if (runner !== undefined) await requireRunner(paths, runner)
  // Everybody who opens the index of a space gives the same sentences, or it would be made anew each time.
  const utterances = routedUtterances(paths)
  const snapshots = await SnapshotSource.open(paths, { bundledDirectory, log, alsoWatched: utterances.files })
  const stopping = new AbortController()
  const { signal } = stopping
  // A search that finds no index, and a run, make the folders that they need, also those of a space that has moved away.
  const requireSpace = (): void => {
    if (existsSync(paths.datacore)) return
    const hint = 'Move it back, or serve the space where it is now.'
    throw new SpaceNotFoundError({ directory: paths.root, reason: 'has no .datacore folder any more', hint })
  }
  const finder = new SpaceFinder(
    async () => await openFinder(paths, { bundledDirectory, openEmbedder, utterances, signal }),
  )
  const find: SpaceServices['find'] = async (query, asked) => {
    requireSpace()
    return await finder.find(query, { ...asked, version: await snapshots.current() })
  }
  const routers = new WeakMap<SpaceSnapshot, Promise<Router>>()
  const threshold = async (): Promise<number> => (await readSettings(paths)).find.min_score
  const routerOf = async ({ catalogue }: SpaceSnapshot): Promise<Router> =>
    createRouter(catalogue.registry, { search: { find }, threshold, ...(await readRoutings(paths)) })
  let embedding: Promise<Embedder> | undefined
  const embedder = async (): Promise<Embedder> => {
    const opening = (embedding ??= readSettings(paths).then(async ({ embeddings }) => await openEmbedder(embeddings)))
    try {
      return await opening
    } catch (error) {
      // One that could not be opened is not kept.
      if (embedding === opening) embedding = undefined
      throw error
    }
  }
  const runHost = {
    paths,
    runner,
    log,
    userDirectory,
    conditions,
    catalogue: async () => (await snapshots.current()).catalogue,
    openMemory: async () => {
      requireSpace()
      return await memoryOf(paths, await embedder())
    },
  }
  return {
    find,
    snapshot: async () => await snapshots.current(),
    router: async () => {
      const snapshot = await snapshots.current()
      const router = routers.get(snapshot) ?? routerOf(snapshot)
      routers.set(snapshot, router)
      return await router
    },
    runnerOf: (agent) => runService(agent, runHost),
    [Symbol.asyncDispose]: async () => {
      stopping.abort(new DOMException('The server stopped.', 'AbortError'))
      await finder[Symbol.asyncDispose]()
      await (await embedding?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

/** Opened for one run, as the command line does: what other processes did to the index meanwhile is seen. */
async function memoryOf(paths: SpacePaths, embedder: Embedder): Promise<RunMemory> {
  await using stack = new AsyncDisposableStack()
  const memory = stack.use(await openMemory(paths, { embedder }))
  const index = await memory.index()
  const kept = stack.move()
  return {
    search: memory.port,
    remember: index === undefined ? {} : { embedder, collection: index.chunks },
    [Symbol.asyncDispose]: async () => await kept[Symbol.asyncDispose](),
  }
}
