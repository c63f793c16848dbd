import { redact } from '@datacortex/errors'
import { shorten } from '@datacortex/wording'

/** Text that a stranger wrote, such as an address on a chain, as one line that can't rewrite the terminal. */
export function outsideText(text: string, length = 300): string {
  return shorten(redact(text), length)
}
