// Control characters except tab and newline can rewrite a terminal (ESC); direction marks and tag characters can
// disguise a text or hide another one in it.
const controls =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/**
 * Text without what people don't see of it: control characters except tab and newline, characters that change the
 * direction of text, and tag characters.
 * @returns The text; what followed an escape character stays, as the plain text that it is.
 * @example withoutControls('a\u001b[2Jb\n') // 'a[2Jb\n'
 */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}
