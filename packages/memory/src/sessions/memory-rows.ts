import { sha256 } from '@datacortex/platform'
import type { Row } from '@datacortex/vector-store'
import { withDateLine } from '../index/date-line.ts'
import { notePathOf, rowText } from '../index/note-rows.ts'
import { rowTags } from '../index/row-tags.ts'
import { memoryTitle } from './memory-title.ts'
import type { SessionMemory } from './session-memory.ts'

/** Rows of memories in the collection of notes begin with this. */
export const memoryIdPrefix = 'memory:'

/**
 * Whether a row is that of a session memory, and not of a note whose file is named like one.
 *
 * @param id - Of the row.
 */
export function isMemoryRow(id: string): boolean {
  return id.startsWith(memoryIdPrefix) && notePathOf(id) === undefined
}

/** Conditions that only rows of memories satisfy. */
export const memoryRowsOnly: readonly { readonly field: string; readonly from: string; readonly to: string }[] = [
  { field: 'path', from: memoryIdPrefix, to: `${memoryIdPrefix}\u{10ffff}` },
]

/**
 * The rows of all memories that hold, without vectors, for the collection of notes.
 *
 * @param memories - As the journal tells them; superseded ones have no row.
 */
export function memoryRows(memories: readonly SessionMemory[]): readonly Row[] {
  return memories.filter(({ status }) => status !== 'superseded').map((memory) => memoryRow(memory))
}

/**
 * The row of one memory.
 *
 * @param memory - As the journal tells it.
 */
export function memoryRow(memory: SessionMemory): Row {
  const title = memoryTitle(memory.summary)
  const insights = memory.insights.map((insight) => `- ${insight}`).join('\n')
  const text = rowText(title, {
    headings: [],
    text: insights === '' ? memory.summary : `${memory.summary.trimEnd()}\n${insights}`,
  })
  const id = `${memoryIdPrefix}${memory.id}`
  return {
    id,
    // Tags often name the subject that the summary takes for granted.
    text: withDateLine(text, memory.timestamp, memory.tags),
    hash: sha256(text),
    fields: {
      path: id,
      space: memory.space ?? '',
      type: memory.type,
      tags: rowTags(memory.tags),
      date: memory.timestamp.slice(0, 10),
      title,
      headings: '[]',
      start: 1,
      end: text.split('\n').length - 1,
    },
  }
}
