import { patientLimit } from '@datacortex/platform'
import type { NoteCounts } from '@datacortex/wording'
import type { SpaceMemory } from '../parts/memory.ts'
import type { Work } from '../work.ts'

/** What an answer says of the index. */
export type IndexNews = {
  /** Whether it is in step with the files; `unknown` if comparing took too long. */
  readonly index: 'fresh' | 'stale' | 'absent' | 'unknown'
  /** Some notes are found by words only, since they are not embedded yet. */
  readonly words_only?: true | undefined
  /** What it does not know yet, if that is known and anything. */
  readonly not_indexed?: NoteCounts | undefined
}

/** Comparing 10,000 files takes about so long; nobody waits longer for a remark. */
const patienceMs = 300

/** Says after a search what the index doesn't know yet. */
export async function indexNews(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  { memory }: { readonly memory: Pick<SpaceMemory, 'index'> },
): Promise<IndexNews> {
  const { examineNoteIndex, isEmbeddingUnfinished } = await import('@datacortex/memory')
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), patientLimit(patienceMs))
  try {
    // The search has read it, and of many notes reading takes longer than looking at the files.
    const graph = await (await memory.index())?.graph()
    const { state, unembedded, added, changed, removed, unchanged } = await examineNoteIndex(paths, {
      graph,
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (state === 'fresh') return { index: state, ...(unembedded ? { words_only: true } : {}) }
    return { index: state, not_indexed: { added, changed, removed, unchanged } }
  } catch (error) {
    signal.throwIfAborted()
    if (!timeout.signal.aborted) throw error
    return { index: 'unknown', ...((await isEmbeddingUnfinished(paths)) ? { words_only: true } : {}) }
  } finally {
    clearTimeout(timer)
  }
}
