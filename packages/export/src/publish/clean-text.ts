import { withoutControls } from '@datacortex/errors'

/** Text as it is published: well-formed, trimmed, without control and direction-changing characters. */
export function cleanText(text: string): { readonly text: string; readonly changed: boolean } {
  const cleaned = withoutControls(text.toWellFormed().replaceAll('\r\n', '\n')).trim()
  return { text: cleaned, changed: cleaned !== text.replaceAll('\r\n', '\n').trim() }
}
