/** Whether a text only repeats what was given: remembering it would let a memory confirm itself. */
export function isRecalled(text: string, given: string): boolean {
  const words = normalised(text.replace(/ …$/, ''))
  return words === '' || normalised(given).includes(words)
}

/** Neither marks nor white space make a difference. */
function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
