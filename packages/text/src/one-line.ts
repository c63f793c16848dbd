/**
 * A text as one line, with one space where it had any.
 * @param text - Of any length.
 * @example oneLine('Spring\n  tides ') // 'Spring tides'
 */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
