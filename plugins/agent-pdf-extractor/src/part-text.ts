import { neutraliseMarkdown } from '@datacortex/content'
import { isShort } from './continues.ts'
import type { PageLine } from './page-line.ts'
import type { Vocabulary } from './vocabulary.ts'

export type PartContext = { readonly vocabulary: Vocabulary; readonly columnRight: (line: PageLine) => number }

export function partText(
  lines: readonly PageLine[],
  { vocabulary, columnRight, isOneLine }: PartContext & { isOneLine: boolean },
): string {
  let text = ''
  let before: PageLine | undefined
  for (const line of lines) {
    if (before === undefined) text = line.text
    else if (before.hasHyphen) text = vocabulary.joined(text, line.text)
    else text += (!isOneLine && isBrokenOnPurpose(before, line, columnRight) ? '\n' : ' ') + line.text
    before = line
  }
  if (before?.hasHyphen === true) text += '-'
  return markdownOf(text)
}

function isBrokenOnPurpose(before: PageLine, line: PageLine, columnRight: PartContext['columnRight']): boolean {
  return before.page === line.page && before.baseline > line.baseline && isShort(before, line, columnRight(before))
}

/** A table as Markdown; its first row is the head. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows.map((row) => row.map((cell) => markdownOf(cell).replaceAll('|', String.raw`\|`)))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}

/** Plain text as Markdown that shows it: leaders shortened, marks of blocks escaped, nothing that acts. */
function markdownOf(text: string): string {
  const shown =
    (text.includes('...') || text.includes('. .')) && leaders.test(text) ? text.replaceAll(everyLeader, ' … ') : text
  const mark = shown.includes('\n') ? anyBlockMark : firstBlockMark
  const marked = mark.test(shown) ? escapedMarks(shown) : shown
  return marked.includes('[') || marked.includes('<') || marked.includes(']')
    ? neutraliseMarkdown(marked).text.trim()
    : marked
}

const leaders = /(?:\.\s?){5}/
const everyLeader = /\s*(?:\.\s?){5,}/g
/** What must be there for Markdown to do anything but show it. */
const firstBlockMark = /^(?:[#>|`~=+*-]|\d{1,9}[.)]\s)/
const anyBlockMark = new RegExp(firstBlockMark.source, 'm')

function escapedMarks(text: string): string {
  return text
    .replaceAll(/^(?=#{1,6}\s|>|[-+*]\s|```|~~~|\||={3,}$|-{3,}$)/gm, '\\')
    .replaceAll(/^(\d{1,9})([.)])(?=\s)/gm, String.raw`$1\$2`)
}
