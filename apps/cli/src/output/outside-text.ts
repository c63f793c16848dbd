import { redact } from '@datacortex/errors'
import { shorten } from './format.ts'

/**
 * Text that a stranger wrote, such as an address on a chain, as one line that can't rewrite the terminal.
 *
 * @param text - Any text.
 * @param length - Longest result in characters.
 * @example outsideText('a\u001b[2Jb') // 'a[2Jb'
 */
export function outsideText(text: string, length = 300): string {
  return shorten(redact(text), length)
}

/**
 * Text of several lines that a stranger wrote, such as the answer of an agent, without what could rewrite the terminal.
 *
 * @param text - Any text.
 * @example withoutControls('a\u001b[2Jb\n') // 'a[2Jb\n'
 */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}
