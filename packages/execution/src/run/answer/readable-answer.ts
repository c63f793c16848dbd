import { stripVTControlCharacters } from 'node:util'
import { type Finding, warningFinding } from '@datacortex/errors'

// Form feeds and vertical tabs stand in texts of documents.
const controls = /[\p{Cc}--[\t\n\v\f\r]]/gv
const oddities = /[[\p{Cc}\ufffd]--[\t\n\v\f\r]]/gv
// A bell or a damaged character is no sign of anything.
const fewOddities = 8
const oddShare = 0.03

/** Whether an answer is no text: NUL, or more than 3 per cent controls and bytes that are no UTF-8. */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const plain = withoutSequences(text)
  const odd = plain.match(oddities)?.length ?? 0
  return odd > fewOddities && odd > plain.length * oddShare
}

/** A text without colours and control characters, as it can stand in a memory. */
export function readableText(text: string): string {
  return withoutSequences(text)
    .replace(/[\f\v]/g, '\n')
    .replace(controls, '')
}

export function binaryAnswer(id: string): Finding {
  return warningFinding('EXECUTION_ANSWER_BINARY', id, {
    message: `The answer of ${id} is no text: it has NUL or many control characters, or bytes that are no UTF-8. Nothing of it is remembered.`,
    hint: 'Look at what the runner prints; a file that is no text belongs among its outputs.',
  })
}

// A title or an address for the terminal, and what opens one that has no end.
// oxlint-disable-next-line no-control-regex
const command = /\u001b\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)/g
// oxlint-disable-next-line no-control-regex
const unended = /(?<!\u001b)\u001b+\]/g

/** Without what a terminal understands. Node's own looks for the end of each command in all of the text, so those go first. */
export function withoutSequences(text: string): string {
  return stripVTControlCharacters(text.replace(command, '').replace(unended, ''))
}
