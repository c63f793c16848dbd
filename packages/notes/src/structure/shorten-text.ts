import { lastAtMost } from './text-lines.ts'
import type { Heading } from './text-structure.ts'

/** The text with a letter for each plain paragraph, in which the parser would look at every sign and find nothing. */
export function shortenText(text: string) {
  const parts: string[] = []
  const ends = [0]
  const removed = [0]
  let [keptTo, length] = [0, 0]
  const shorten = (start: number, end: number): void => {
    parts.push(text.slice(keptTo, start), 'x')
    length += start - keptTo + 1
    keptTo = end
    ends.push(length)
    removed.push(end - length)
  }
  // Brackets alone are a link if the text defines their content, and a mark may end a comment that began before.
  const telling = [text.includes(']:') ? '[' : '](', ...(/<[!?]/.test(text) ? ['>'] : [])]
  const tells = (line: string): boolean => telling.some((mark) => line.includes(mark))
  const headings: Heading[] = []
  let isPlain = true
  /** Where the paragraph begins that is plain so far. */
  let start: number | undefined = 0
  for (let at = 0; at <= text.length;) {
    const newLine = text.indexOf('\n', at)
    const end = newLine === -1 ? text.length : newLine
    const line = text.slice(at, end)
    const isEmpty = emptyLine.test(line)
    if (isEmpty || heading.test(line)) {
      if (isEmpty && start !== undefined && start < at) shorten(start, at - 1)
      const [, marks = '', words] = (tells(line) ? null : plainHeading.exec(line)) ?? []
      if (words !== undefined) headings.push({ depth: marks.length, text: words.trimEnd(), start: at, end })
      isPlain &&= isEmpty || (words !== undefined && start === at)
      start = end + 1
    } else if (tells(line) || !plainLine.test(line)) {
      start = undefined
      isPlain = false
    } else if (newLine === -1 && start !== undefined) {
      shorten(start, end)
    }
    at = end + 1
  }
  return {
    text: [...parts, text.slice(keptTo)].join(''),
    wholeOffset: (offset: number): number => offset + (removed[lastAtMost(ends, offset)] ?? 0),
    /** All headings, if there is nothing beside them and plain paragraphs: then nobody has to parse it. */
    headings: isPlain ? headings : undefined,
  }
}

const emptyLine = /^[ \t\r]*$/
const heading = /^#{1,6}[ \t]/
const plainHeading = /^(#{1,6})[ \t]+([\p{L}\p{N}[][^\r`<\\&#]*)$/u
const plainLine = /^\p{L}(?:[^\r`<]|<(?![a-z/!?])|\r$)*$/iu
