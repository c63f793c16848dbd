import { withoutControls } from '@datacortex/errors'
import { splitAtMarks } from './style.ts'

/**
 * Text as it is written to a terminal, a pipe or a log: notes, entries, settings and names of files may hold what moves
 * a cursor, rewrites lines or turns the direction of text. All of that goes; only the program's own styles stay.
 *
 * @param text - One line or several.
 * @example process.stdout.write(terminalText('a\u001b[2Jb\n')) // 'a[2Jb\n'
 */
export function terminalText(text: string): string {
  return splitAtMarks(text)
    .map((part, place) => (place % 2 === 0 ? withoutControls(part) : part))
    .join('')
}

/**
 * A value as JSON in one line that is safe to show: what `terminalText` takes out is escaped, so that programs read the
 * very same value.
 *
 * @param value - Any that JSON can hold.
 * @example jsonText({ name: '\u202e' }) // '{"name":"\\u202e"}'
 */
export function jsonText(value: unknown): string {
  return escapedJson(JSON.stringify(value))
}

/**
 * JSON, however it was made, as {@link jsonText} would have written it.
 *
 * @param json - One document, or one a line.
 */
export function escapedJson(json: string): string {
  // Outside of its texts, JSON has none of these characters.
  return json.replaceAll(unseen, escaped)
}

const unseen = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
