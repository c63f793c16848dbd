import { sha256 } from '@datacortex/platform'

/**
 * What two tasks have in common if they say the same: without regard to case, blanks, Unicode form and the full stop.
 *
 * @param text - Of the task, without its tags.
 * @returns Undefined if it has no letters or digits.
 */
export function taskKey(text: string): string | undefined {
  const normal = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim()
  const words = withoutEndMarks(normal)
  return /[\p{L}\p{N}]/u.test(words) ? sha256(words).slice(0, 32) : undefined
}

/** By hand, because an expression that is tied to the end tries every run of signs on the way there. */
function withoutEndMarks(text: string): string {
  let end = text.length
  while (end > 0 && '.!?… '.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
