import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { Embedder } from '@datacortex/embeddings'
import { type OnProgress, type Settings, type SpacePaths, readSettings, withLock } from '@datacortex/platform'
import type { Registry } from '../../file/registry.ts'
import { sourcePath } from '../../file/agent-source.ts'
import { agentNames } from '../agent-names.ts'
import { type AgentsToFind, type IndexEntry, type ReadAgentsToFind, indexEntries } from './index-entry.ts'
import { bundledTexts, keepVectors, readKeptVectors } from './kept-vectors.ts'
import { copyIndex, findPlace, userPlace, spaceFingerprint } from './find-place.ts'
import { openFindTables } from './find-tables.ts'
import { indexRules, readIndexState, writeIndexState, promptStamps } from './index-state.ts'
import type { IndexState, PromptStamps } from './index-state.ts'
import { type FindIndexUpdate, updateIndex } from './update-index.ts'

/** Sentences that lead to agents, kept outside the registry. Everybody who opens the index of a space gives the same. */
export type UtteranceSource = {
  /** Absolute paths of the files they come from: the index is brought in step when one of them changes. */
  readonly files: readonly string[]
  /** Reads the sentences by agent id; called only when the index has to be brought in step. */
  read(registry: Registry): Promise<ReadonlyMap<string, readonly string[]>>
}

export type FinderOptions = {
  /** Makes the embedder for the space's settings; it should load nothing before its first text. */
  readonly openEmbedder: (settings: Settings['embeddings']) => Promise<Embedder>
  readonly readAgents: ReadAgentsToFind
  /** The program's own modules. */
  readonly bundledDirectory?: string | undefined
  /** Folder of the user for vectors of the program's own agents; without it every new space embeds them. */
  readonly vectorsFolder?: string | undefined
  /** Sentences that are searched beside agents' examples, such as tasks that were routed to them. */
  readonly utterances?: UtteranceSource | undefined
  /** Whether somebody waits: an index being updated will do, and only some of many missing texts are embedded. */
  readonly isAsked?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

export type RefreshedIndex = {
  readonly state: IndexState
  readonly update: FindIndexUpdate
  readonly embedder: Embedder
  /** The space, with its cache where the index is. */
  readonly place: SpacePaths
}

/** Brings the index in step, one process at a time: in the space, else for the user, else it stays and says why. */
export async function refreshIndex(paths: SpacePaths, options: FinderOptions): Promise<RefreshedIndex> {
  const first = await findPlace(paths)
  let problem: CodedError | undefined
  for (const place of first === paths ? [paths, userPlace(paths)] : [first]) {
    try {
      return await refreshIn(place, { paths, options })
    } catch (error) {
      if (!isUnwritable(error)) throw error
      problem ??= error
    }
  }
  const earlier = problem && (await earlierIndex(paths, { options, problem }))
  if (earlier === undefined) throw problem
  return earlier
}

async function refreshIn(place: SpacePaths, { paths, options }: { paths: SpacePaths; options: FinderOptions }) {
  const run = async (): Promise<RefreshedIndex> => {
    if (place !== paths) await copyIndex(paths, place)
    return await refresh(place, options)
  }
  const lock = async (timeoutMs: number): Promise<RefreshedIndex> =>
    await withLock(join(place.locksDirectory, 'find-index'), run, { signal: options.signal, timeoutMs })
  // Another process may be embedding thousands of texts.
  if (options.isAsked !== true) return await lock(longestMs)
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return await lock(waitedMs === 0 ? 0 : retryMs)
    } catch (error) {
      if (!CodedError.is(error, 'PLATFORM_LOCK_TIMEOUT') || waitedMs > longestMs) throw error
      // Of a first index there is nothing before the other process has read all agents.
      const unfinished = await unfinishedIndex(place, options)
      if (unfinished !== undefined) return unfinished
    }
  }
}

const longestMs = 15 * 60_000
const retryMs = 50
/** About two seconds of embedding on two cores. */
const mostTextsOfQuestion = 1024

/** What another process has done so far of an index for the model of the settings. */
async function unfinishedIndex(place: SpacePaths, options: FinderOptions): Promise<RefreshedIndex | undefined> {
  const state = await readIndexState(place)
  if (state === undefined) return undefined
  const update = { embedded: 0, pending: state.pending, changed: 0, removed: 0, tookMs: 0, isElsewhere: true }
  return await asItIs(state, { update, place, options, settings: (await readSettings(place)).embeddings })
}

/** An index that is taken as it is; undefined if it is of another model than that of the settings. */
async function asItIs(
  state: IndexState,
  { options, settings, ...known }: Pick<RefreshedIndex, 'update' | 'place'> & OpenedFor,
): Promise<RefreshedIndex | undefined> {
  const embedder = await options.openEmbedder(settings)
  if (embedder.modelId === state.modelId) return { state, embedder, ...known }
  await embedder[Symbol.asyncDispose]()
  return undefined
}

type OpenedFor = { readonly options: FinderOptions; readonly settings: Settings['embeddings'] }

/** The disk is full, or something is in the way. That texts can't be embedded is another matter. */
function isUnwritable(error: unknown): error is CodedError {
  return CodedError.is(error, 'VECTOR_STORE_UNAVAILABLE') || CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE')
}

/** What was indexed before is better than no answer. */
async function earlierIndex(paths: SpacePaths, { options, problem }: { options: FinderOptions; problem: CodedError }) {
  for (const place of [paths, userPlace(paths)]) {
    const state = await readIndexState(place)
    if (state === undefined) continue
    const update = { embedded: 0, pending: 0, changed: 0, removed: 0, tookMs: 0, problem: problem.message }
    const earlier = await asItIs(state, { update, place, options, settings: state.settings.embeddings })
    if (earlier !== undefined) return earlier
  }
  return undefined
}

/** An entry that somebody wrote by hand may name a file that never was. */
function standingOf(
  entries: readonly IndexEntry[],
  { paths, agents, prompts }: { paths: SpacePaths; agents: AgentsToFind; prompts: PromptStamps },
): IndexState['standing'] {
  const isGone = ({ agent }: IndexEntry): boolean => {
    const { entry } = agents.registry.agents.get(agent) ?? {}
    const file = entry?.sha256 === undefined ? undefined : agents.promptFile(entry)
    return file !== undefined && prompts[sourcePath(paths, file)] === '-'
  }
  const isBuiltin = ({ cards }: IndexEntry): boolean =>
    cards.every(({ module }) => module !== null && agents.bundled.has(module))
  const [builtin, gone] = [isBuiltin, isGone].map((isOne) => entries.filter(isOne).map(({ agent }) => agent))
  return { builtin: builtin ?? [], gone: gone ?? [] }
}

async function refresh(paths: SpacePaths, options: FinderOptions): Promise<RefreshedIndex> {
  const { signal, onProgress } = options
  // Taken before reading, so that a change meanwhile is noticed by the next one.
  const fingerprint = await spaceFingerprint(paths, options)
  const settings = await readSettings(paths)
  const agents = await options.readAgents(paths, options)
  const { registry, readPrompt } = agents
  const utterances = await options.utterances?.read(registry)
  const prompts = promptStamps(paths, agents)
  const entries = await indexEntries(registry, { readPrompt, utterances, signal })
  const embedder = await options.openEmbedder(settings.embeddings)
  try {
    const { modelId, dimensions } = embedder
    const unfinished: IndexState = {
      rules: indexRules,
      fingerprint: '',
      prompts,
      modelId,
      settings: { embeddings: settings.embeddings, find: settings.find },
      agents: entries.reduce((sum, entry) => sum + entry.cards.length, 0),
      documents: entries.length,
      exemplified: entries.filter(({ exampleShare }) => exampleShare > 0).length,
      names: agentNames(registry, entries),
      standing: standingOf(entries, { paths, agents, prompts }),
      pending: 0,
    }
    await using tables = await openFindTables(paths, { modelId, dimensions, signal })
    const texts = bundledTexts(entries, agents.bundled)
    // Other models may change under their name.
    const folder = settings.embeddings.model === 'default' ? options.vectorsFolder : undefined
    const place = folder === undefined ? undefined : { folder, modelId, dimensions }
    const known = place && (await readKeptVectors(place))
    const update = await updateIndex(entries, {
      paths,
      tables,
      embedder,
      known,
      mostTexts: options.isAsked === true ? mostTextsOfQuestion : undefined,
      onWords: async (pending) => await writeIndexState(paths, { ...unfinished, pending }),
      signal,
      onProgress,
    })
    const unknown = known === undefined ? [] : texts.filter((hash) => !known.has(hash))
    if (place !== undefined && unknown.length > 0) await keepVectors(place, await tables.units.vectorsOf(unknown))
    if (update.changed > 0 || update.removed > 0)
      await Promise.all([tables.units.optimize(), tables.documents.optimize()])
    const { pending } = update
    const state: IndexState = { ...unfinished, pending, fingerprint: pending === 0 ? fingerprint : '' }
    await writeIndexState(paths, state)
    return { state, update, embedder, place: paths }
  } catch (error) {
    await embedder[Symbol.asyncDispose]()
    throw error
  }
}
