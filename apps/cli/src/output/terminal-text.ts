import { withoutControls } from '@datacortex/errors'
import { splitAtMarks } from './style.ts'

/** Text as it is written to a terminal, a pipe or a log: what is unseen in it, and could disguise a name, is spelled out. */
export function terminalText(text: string): string {
  return splitAtMarks(text)
    .map((part, place) => (place % 2 === 0 ? part.replaceAll('\r\n', '\n').replaceAll(unseen, spelledOut) : part))
    .join('')
}

const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Some of these join letters, and stay. */
function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return withoutControls(character) === '' ? `\\u{${code.toString(16)}}` : character
}
