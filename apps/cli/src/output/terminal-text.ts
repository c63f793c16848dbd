import { withoutControls } from '@datacortex/errors'
import { splitAtMarks } from './style.ts'

/**
 * Text as it is written to a terminal, a pipe or a log: notes, entries, settings and names of files may hold what moves
 * a cursor, rewrites lines or turns the direction of text. All of that goes; only the program's own styles stay.
 */
export function terminalText(text: string): string {
  return splitAtMarks(text)
    .map((part, place) => (place % 2 === 0 ? withoutControls(part) : part))
    .join('')
}
