import { type ScannedFile, scanWantedNotes } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import type { NoteIndex } from '../index/open-note-index.ts'
import type { ReadMemoryTexts } from '../memories/memory-text.ts'
import { select } from './select.ts'
import { bestFirst, coldPort } from './cold-port.ts'
import type { SearchPort } from '../search/search-port.ts'
import { withinLimit } from '../search/within-limit.ts'

export type BatchPortOptions = {
  /** The index, as soon as there is one. */
  readonly open: () => Promise<{ readonly warm?: SearchPort | undefined; readonly index?: NoteIndex | undefined }>
  readonly memories: ReadMemoryTexts
  readonly budgetMs: number
  readonly elapsed: () => number
}

/** The index, and the files it lacked when the batch began: who writes notes in turns knows those written since. */
export function batchPort(paths: SpacePaths, { open, memories, budgetMs, elapsed }: BatchPortOptions): SearchPort {
  let begun: Promise<readonly ScannedFile[]> | undefined
  return async (query, asked) => {
    const { warm, index } = await open()
    // What could not be read is looked at again by the next question.
    begun ??= unindexedNotes(paths, index).catch((error: unknown) => {
      begun = undefined
      throw error
    })
    const unindexed = await begun
    if (warm !== undefined && unindexed.length === 0) return (await select({ elapsed, warm }, query, asked)).hits
    const indexed = (await index?.graph())?.notes
    // Without looking through the space again, which a batch that writes notes fills.
    const files = unindexed.filter(({ path }) => indexed?.has(path) !== true)
    const cold = coldPort(paths, { budgetMs, elapsed, files, memories })
    const both = await withFilesIfNoNote({ warm, index }, cold)
    return (await select({ elapsed, cold, warm: both.warm }, query, asked)).hits
  }
}

async function unindexedNotes(paths: SpacePaths, index: NoteIndex | undefined): Promise<readonly ScannedFile[]> {
  const indexed = (await index?.graph())?.notes
  const all = await Array.fromAsync(scanWantedNotes(paths))
  return all.flatMap((entry) => (entry.kind === 'file' && indexed?.has(entry.path) !== true ? [entry] : []))
}

/** The index as a port, with the files as long as it has no note: before `index` it may hold memories only. */
export async function withFilesIfNoNote(
  { warm, index }: { warm?: SearchPort | undefined; index?: NoteIndex | undefined },
  cold: SearchPort,
): Promise<{ readonly warm: SearchPort | undefined; readonly asksFiles: boolean }> {
  const hasNoNote = (await index?.graph())?.notes.size === 0
  return warm !== undefined && hasNoNote ? { warm: bothPorts(warm, cold), asksFiles: true } : { warm, asksFiles: false }
}

/** Hits of two ports as one, best first; where both have the same, that of the first counts. */
function bothPorts(first: SearchPort, second: SearchPort): SearchPort {
  return async (query, options) => {
    const hits = new Map(
      [...(await second(query, options)), ...(await first(query, options))].map((hit) => [hit.id, hit]),
    )
    return withinLimit([...hits.values()].sort(bestFirst), options.limit)
  }
}
