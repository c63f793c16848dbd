import type { Known } from './ideas/is-novel.ts'
import { KnownIdeas } from './ideas/is-novel.ts'
import type { Relevance } from './ideas/assess-relevance.ts'
import { relevanceFor } from './ideas/assess-relevance.ts'
import type { KnowledgeFolders } from './notes/knowledge-folders.ts'
import { knowledgeFolders } from './notes/knowledge-folders.ts'
import type { LiteratureShelf } from './notes/literature-shelf.ts'
import { openLiteratureShelf } from './notes/literature-shelf.ts'
import type { KnowledgePorts } from './ports.ts'

/** What all documents of a run have in common. */
export type ExtractorContext = {
  readonly ports: KnowledgePorts
  readonly folders: KnowledgeFolders
  readonly relevance: Relevance
  /** Zettels of this run, which the memory doesn't know yet. */
  readonly recent: KnownIdeas<Known & { readonly path: string }>
  /** Notes that an interrupted run of the same work wrote; a run that nobody interrupts doesn't find its own either. */
  readonly own: Set<string>
  /** The literature notes that there are, read when first needed. */
  readonly shelf: () => Promise<LiteratureShelf>
  /** Runs one after the other: what is novel must not be decided twice at the same time. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>
  readonly now: () => Date
}

/** Makes the context of a run. */
export function extractorContext(ports: KnowledgePorts): ExtractorContext {
  const folders = knowledgeFolders(ports.space, ports.locations)
  let shelf: Promise<LiteratureShelf> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    ports,
    folders,
    relevance: relevanceFor(ports.workAreas ?? {}, ports.embed),
    recent: new KnownIdeas(),
    own: new Set(),
    shelf: () => (shelf ??= openLiteratureShelf(ports.paths.root, folders.literature)),
    inTurn: async (run) => {
      const turn = last.then(run, run)
      last = turn.catch(() => undefined)
      return await turn
    },
    now: () => new Date((ports.now ?? Date.now)()),
  }
}
