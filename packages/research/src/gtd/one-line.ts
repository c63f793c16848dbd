/** A text in one line that forges neither a heading nor a link: for titles that come from outside. */
export function fenceless(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[\[|\]\]/g, '')
    .trim()
}
