// Control and direction-changing characters have no place in text that strangers read.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Text as it is published: well-formed, trimmed, without control and direction-changing characters.
 *
 * @param text - Any text.
 * @returns The text, and whether more than blanks at its ends went.
 */
export function cleanText(text: string): { readonly text: string; readonly changed: boolean } {
  const cleaned = text.toWellFormed().replaceAll('\r\n', '\n').replace(forbidden, '').trim()
  return { text: cleaned, changed: cleaned !== text.replaceAll('\r\n', '\n').trim() }
}
