import type { SpacePaths } from '@datacortex/platform'
import { patientLimit } from '@datacortex/platform'
import type { Context } from '../context.ts'
import type { SpaceMemory } from '../open/memory.ts'
import { count } from '../output/format.ts'
import type { NoteCounts } from '../output/note-index-lines.ts'
import { noteCounts } from '../output/note-index-lines.ts'

/** Whether the index is in step with the files; `unknown` if comparing took too long. */
export type IndexNews = {
  readonly state: 'fresh' | 'stale' | 'absent' | 'unknown'
  /** For people; empty if there is nothing to do. */
  readonly lines: readonly string[]
}

/** Comparing 10,000 files takes about so long; nobody waits longer for a remark. */
const patienceMs = 300

/**
 * Says after a search what the index doesn't know yet.
 *
 * @param paths - Of the space.
 * @param options - Context, the memory that was searched, and the tier that answered.
 * @example const { state } = await indexNews(paths, { context, memory, searched: 'tier2_warm' })
 */
export async function indexNews(
  paths: SpacePaths,
  {
    context,
    memory,
    searched,
  }: {
    readonly context: Context
    readonly memory: Pick<SpaceMemory, 'index'>
    readonly searched: string | undefined
  },
): Promise<IndexNews> {
  const { examineNoteIndex, isEmbeddingUnfinished } = await import('@datacortex/memory')
  const { signal } = context
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), patientLimit(patienceMs))
  try {
    // The search has read it, and of many notes reading takes longer than looking at the files.
    const graph = await (await memory.index())?.graph()
    const { state, unembedded, ...counts } = await examineNoteIndex(paths, {
      graph,
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    const lines = linesOf(state, { counts, searched })
    return { state, lines: state === 'fresh' && unembedded ? [wordsOnly, next] : lines }
  } catch (error) {
    signal.throwIfAborted()
    if (!timeout.signal.aborted) throw error
    return { state: 'unknown', lines: (await isEmbeddingUnfinished(paths)) ? [wordsOnly, next] : [] }
  } finally {
    clearTimeout(timer)
  }
}

const next = 'next       datacortex index'
const wordsOnly = 'words only some notes are not embedded yet'

function linesOf(
  state: IndexNews['state'],
  { counts, searched }: { readonly counts: NoteCounts; readonly searched: string | undefined },
): readonly string[] {
  if (state === 'fresh') return []
  if (state === 'stale') return [`stale      ${noteCounts({ ...counts, unchanged: 0 })} since the last index`, next]
  // A search of the files says itself that there is no index.
  return searched === 'tier3_cold' ? [next] : [`no index   ${count(counts.added, 'note')} not indexed yet`, next]
}
