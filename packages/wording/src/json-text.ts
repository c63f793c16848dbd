/**
 * A value as JSON in one line that is safe to show: what people don't see of a text is escaped, so that programs read the
 * very same value.
 * @example jsonText({ name: '\u202e' }) // '{"name":"\\u202e"}'
 */
export function jsonText(value: unknown): string {
  return escapedJson(JSON.stringify(value))
}

/**
 * JSON, however it was made, as {@link jsonText} would have written it.
 * @example escapedJson('"\u202e"') // '"\\u202e"'
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
