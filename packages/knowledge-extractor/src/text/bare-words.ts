/** The words of a text alone, in small letters with a blank between two. */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
