import type { IndexNews } from '@datacortex/space'
import { count, noteCounts } from '@datacortex/wording'

/** What the index does not know yet, as people read it; nothing if there is nothing to do. */
export function indexNewsLines({
  index,
  words_only: wordsOnly,
  not_indexed: counts,
  tier,
}: Partial<IndexNews> & { readonly tier?: string | undefined }): readonly string[] {
  if (wordsOnly === true) return ['words only some notes are not embedded yet', next]
  if (counts === undefined) return []
  if (index === 'stale') return [`stale      ${noteCounts({ ...counts, unchanged: 0 })} since the last index`, next]
  // A search of the files says itself that there is no index.
  return tier === 'tier3_cold' ? [next] : [`no index   ${count(counts.added, 'note')} not indexed yet`, next]
}

const next = 'next       datacortex index'
