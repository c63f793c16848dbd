import type { SearchHit } from '../search/search-port.ts'
import { workingHit } from './search-working.ts'
import type { MemoryTiers } from './select.ts'
import type { PutResult, WorkingItem } from './working-memory.ts'

/** Heat from which a result moves up into working memory: three uses within a short time. */
const promotionHeat = 2.5

/** Most characters of a fallen text that tier 1 keeps; its file has the rest. */
const mostSnippetCharacters = 20_000

/**
 * Says that a result was used: it gets hotter in tier 1, and moves up to tier 0 when it is used again and again.
 *
 * @param tiers - What there is.
 * @param hit - The result.
 * @returns Whether it was promoted.
 * @example await useHit(tiers, selection.hits[0])
 */
export async function useHit(tiers: MemoryTiers, hit: SearchHit): Promise<boolean> {
  const heat = (await tiers.hot?.use(hit)) ?? 0
  if (tiers.working === undefined || tiers.working.touch(hit.id) || heat < promotionHeat) return false
  const { id, title, path, type, tags, space, snippet } = hit
  const version = await tiers.hot?.versionOf(hit)
  const text = `${title}\n${snippet}`
  const item: WorkingItem = { id, kind: 'result', text, title, path, type, tags, space, version }
  return (await putWorking(tiers, item)).kept
}

/**
 * Puts something into working memory; what falls out goes to the hot cache.
 *
 * @param tiers - What there is; without working memory the item goes to the hot cache itself.
 * @param item - The piece.
 * @example await putWorking(tiers, { id: 'task', kind: 'task', text: 'Write the report.' })
 */
export async function putWorking(tiers: MemoryTiers, item: WorkingItem): Promise<PutResult> {
  const result = tiers.working?.put(item) ?? { kept: false, cut: false, fallen: [item] }
  for (const fallen of result.fallen) {
    const version = fallen.sha256 ?? fallen.version
    await tiers.hot?.use(workingHit(fallen, fallen.text.slice(0, mostSnippetCharacters)), version)
  }
  return result
}
