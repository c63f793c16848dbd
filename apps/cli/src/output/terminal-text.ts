import { withoutControls } from '@datacortex/errors'
import { splitAtMarks } from './style.ts'

/** Text as it is written to a terminal, a pipe or a log. */
export function terminalText(text: string): string {
  return splitAtMarks(text)
    .map((part, place) => (place % 2 === 0 ? withoutControls(part) : part))
    .join('')
}
