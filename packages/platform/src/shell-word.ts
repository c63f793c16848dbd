/**
 * A text as a shell takes it for one word, so that a command in a hint can be pasted.
 * @returns The text itself if nothing in it is special, else in single quotes.
 * @example shellWord('my notes') // "'my notes'"
 */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./~:@%+,\\-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
