import { isNoteFile } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'
import type { Row } from '@datacortex/vector-store'
import { withDateLine } from '../rows/date-line.ts'
import { notePathOf, rowTags, rowText } from '../rows/note-rows.ts'
import type { MemoryText } from './memory-text.ts'

/** Rows of memories in the collection of notes begin with this; those of a note may do so too. */
const prefix = 'memory:'

export function memoryRowId(memoryId: string): string {
  return `${prefix}${memoryId}`
}

/**
 * The memory that a row is of.
 * @returns Its id as its file has it; undefined for all else, and so for a note whose file is named like a memory.
 * @example memoryIdOf('memory:mem-1') // 'mem-1'
 */
export function memoryIdOf(id: string): string | undefined {
  const isNote = notePathOf(id) !== undefined || isNoteFile(id)
  return id.startsWith(prefix) && !isNote ? id.slice(prefix.length) : undefined
}

export function isMemoryRow(id: string): boolean {
  return memoryIdOf(id) !== undefined
}

export function memoryRow(memory: MemoryText): Row {
  const title = memoryTitle(memory.summary)
  const insights = memory.insights.map((insight) => `- ${insight}`).join('\n')
  const text = rowText(title, {
    headings: [],
    text: insights === '' ? memory.summary : `${memory.summary.trimEnd()}\n${insights}`,
  })
  const id = memoryRowId(memory.id)
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

const mostCharacters = 120

/** The line that stands for a memory in a list: its key finding if it names one, else its first sentence. */
export function memoryTitle(summary: string): string {
  const finding = /^[ \t*-]*(?:key (?:finding|insight|lesson|learning)s?|finding|lesson|learned)\s*:\s*(\S.*)$/im.exec(
    summary,
  )
  const line = finding?.[1] ?? summary.trim().split(/\n|(?<=[.!?])\s/u, 1)[0] ?? ''
  const title = line.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return title.length <= mostCharacters ? title : `${title.slice(0, mostCharacters - 1).trimEnd()}…`.toWellFormed()
}
