import { matchesNote } from '../index/note-filter.ts'
import type { SearchHit, SearchPortOptions } from '../search/search-port.ts'
import { countWord, queryWords } from './query-words.ts'
import type { WorkingItem, WorkingMemory } from './working-memory.ts'

/**
 * Hits among what stands in working memory: paragraphs that have every word of the query, most important first.
 *
 * The task itself is no answer to what it asks, and one word alone says too little unless it is in the title.
 *
 * @param working - Tier 0.
 */
export function searchWorking(working: WorkingMemory, query: string, options: SearchPortOptions): readonly SearchHit[] {
  const words = queryWords(query)
  if (words.length === 0 || (options.expand ?? 0) > 0) return []
  const hasAll = (text: string): boolean => {
    const lowered = text.toLowerCase()
    return words.every((word) => countWord(lowered, word) > 0)
  }
  const hits: SearchHit[] = []
  for (const item of working.items) {
    if (item.kind === 'task' || !matchesFilter(item, options)) continue
    const { title = item.id } = item
    const paragraph = item.text.split(/\n\s*\n/u).find((part) => hasAll(`${title}\n${part}`))
    if (paragraph === undefined || (words.length === 1 && !hasAll(title))) continue
    hits.push(workingHit(item, paragraph.trim()))
    if (hits.length >= options.limit) break
  }
  return hits
}

/** An item of working memory as a hit. */
export function workingHit(item: WorkingItem, snippet: string): SearchHit {
  const { id, path, title = id, type = 'note', tags, space } = item
  return { id, path, title, type, score: 1, hop: 0, snippet, origin: 'working', tags, space }
}

function matchesFilter({ type = 'note', tags = [], space = '' }: WorkingItem, { filter }: SearchPortOptions): boolean {
  return filter === undefined || matchesNote({ type, tags, space }, filter)
}
