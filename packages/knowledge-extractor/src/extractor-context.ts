import { join } from 'node:path'
import { createSlots, patientLimit, withLock } from '@datacortex/platform'
import { type Known, KnownIdeas } from './ideas/is-novel.ts'
import { type Relevance, relevanceFor } from './ideas/assess-relevance.ts'
import { type KnowledgeFolders, knowledgeFolders } from './notes/knowledge-folders.ts'
import { type LiteratureStore, openLiteratureStore } from './notes/literature-store.ts'
import { findMovedNotes } from './notes/moved-notes.ts'
import type { KnowledgePorts } from './ports.ts'

export type ExtractorContext = {
  readonly ports: KnowledgePorts
  readonly folders: KnowledgeFolders
  readonly relevance: Relevance
  /** Zettels of this run, which the memory doesn't know yet. */
  readonly recent: KnownIdeas<Known & { readonly path: string }>
  /** Notes that an interrupted run of the same work wrote; a run that nobody interrupts doesn't find its own either. */
  readonly own: Set<string>
  /** The literature notes that there are, read when first needed. */
  readonly store: () => Promise<LiteratureStore>
  /** Puts notes into the store that were moved out of their folder; the space is looked through once. */
  readonly lookElsewhere: () => Promise<void>
  /** Runs one after the other, also where another process works on this space, with what that wrote in the store. */
  readonly inTurn: <T>(run: () => Promise<T>, options: { readonly signal: AbortSignal }) => Promise<T>
  readonly now: () => Date
}

export function extractorContext(ports: KnowledgePorts): ExtractorContext {
  const folders = knowledgeFolders(ports.space, ports.locations)
  let store: Promise<LiteratureStore> | undefined
  const turns = createSlots(1)
  const openStore = () => (store ??= openLiteratureStore(ports.paths.root, folders.literature))
  let moved: Promise<void> | undefined
  const lookElsewhere = async (): Promise<void> => {
    const found = await findMovedNotes(ports.paths, { space: ports.space, literature: folders.literature })
    ;(await openStore()).addElsewhere(found)
  }
  const alone = async <T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (ports.isDryRun === true) return await run()
    const upToDate = async (): Promise<T> => {
      await (await openStore()).refresh()
      return await run()
    }
    const lock = join(ports.paths.locksDirectory, 'knowledge-notes')
    return await withLock(lock, upToDate, { signal, timeoutMs: patientLimit(60_000) })
  }
  return {
    ports,
    folders,
    relevance: relevanceFor(ports.workAreas ?? {}, ports.embed),
    recent: new KnownIdeas(),
    own: new Set(),
    store: openStore,
    lookElsewhere: async () => await (moved ??= lookElsewhere()),
    inTurn: async (run, { signal }) => await turns.run(async () => await alone(run, signal), { signal }),
    now: () => new Date((ports.now ?? Date.now)()),
  }
}
