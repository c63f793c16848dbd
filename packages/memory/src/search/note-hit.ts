import type { FieldValue, StoredRow } from '@datacortex/vector-store'
import { notePathOf } from '../rows/note-rows.ts'
import { writtenTags } from '../rows/row-tags.ts'
import { calibrateScore } from './calibrate-score.ts'
import type { Reached } from './follow-links.ts'
import { isReplaced } from './lead-with-current.ts'
import type { SearchHit } from './search-port.ts'
import { snippet } from './snippet.ts'

/** A row as a search hit. A session memory has no path and no lines. */
export function noteHit(row: StoredRow, options: Reached & { readonly words: readonly string[] }): SearchHit {
  const { score, via, words, reranked } = options
  const { title, type, space, tags, date, start, end } = row.fields
  const firstLine = typeof start === 'number' ? start : 1
  const lines = typeof end === 'number' ? end - firstLine + 1 : undefined
  // The first line of a row repeats title and headings; behind the lines of the file may stand the date in words.
  const body = row.text.split('\n').slice(1, lines === undefined ? undefined : lines + 1)
  const part = snippet(body.join('\n'), words, { firstLine })
  const path = notePathOf(row.id)
  return {
    id: row.id,
    path,
    title: textOf(title) ?? path ?? row.id,
    type: textOf(type) ?? 'note',
    score: Math.round(calibrateScore(score) * 1e4) / 1e4,
    hop: via.length,
    ...(via.length === 0 ? {} : { via }),
    ...(reranked === undefined ? {} : { reranked: Math.round(reranked * 1e4) / 1e4 }),
    ...(isReplaced(row) ? { earlier: true } : {}),
    snippet: part.text,
    origin: 'local',
    space: textOf(space),
    tags: Array.isArray(tags) ? writtenTags(tags.map(String)) : [],
    date: textOf(date),
    ...(path === undefined ? {} : { start: part.start, end: part.end }),
  }
}

function textOf(value: FieldValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
