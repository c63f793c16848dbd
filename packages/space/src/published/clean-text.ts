import { withoutControls } from '@datacortex/errors'

/** A text as strangers are shown it: without characters that disguise it. */
export function cleanText(text: string): string {
  return withoutControls(text.toWellFormed()).trim()
}
