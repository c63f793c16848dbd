import { withoutEnd } from '@datacortex/text'

/**
 * The text under a heading of a Markdown document, up to the next heading of its level or above.
 * @param heading - Without its `#`; case does not matter.
 * @returns The section with its heading and its lines, or undefined if there is none.
 * @example sectionOf('# A\n## Agent Context\nhere\n## B', 'agent context')?.text // '## Agent Context\nhere'
 */
export function sectionOf(
  text: string,
  heading: string,
): { readonly text: string; readonly start: number; readonly end: number } | undefined {
  const lines = text.split(/\r?\n/)
  const headings = headingsOf(lines)
  const at = headings.findIndex(({ title }) => title.toLowerCase() === heading.toLowerCase())
  const found = headings[at]
  if (found === undefined) return undefined
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level)
  const section = lines.slice(found.line, next?.line).join('\n').trimEnd()
  return { text: section, start: found.line + 1, end: found.line + section.split('\n').length }
}

type Heading = { readonly level: number; readonly title: string; readonly line: number }

function headingsOf(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = []
  let fence: string | undefined
  const start = afterFrontMatter(lines)
  for (const [line, text] of lines.entries()) {
    if (line < start) continue
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? []
    if (fence !== undefined) {
      // A fence is closed by one of its own kind that is at least as long.
      if (mark?.startsWith(fence) === true) fence = undefined
    } else if (mark !== undefined) fence = mark
    else {
      const [, signs, title] = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(text) ?? []
      if (signs !== undefined && title !== undefined) headings.push({ level: signs.length, title: tidy(title), line })
      else {
        const [, under] = /^ {0,3}(=|-)\1*[ \t]*$/.exec(lines[line + 1] ?? '') ?? []
        const isAlone = line === start || lines[line - 1]?.trim() === '' || headings.at(-1)?.line === line - 1
        if (under !== undefined && isAlone && isPlain(text))
          headings.push({ level: under === '=' ? 1 : 2, title: text.trim(), line })
      }
    }
  }
  return headings
}

/** Behind front matter, whose end looks like the line under a heading. */
function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  return lines.findIndex((text, line) => line > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(text)) + 1
}

/** Whether a line under it makes it a heading: it is text, and no code, list, quote or rule. */
function isPlain(text: string): boolean {
  return /^ {0,3}[^\s>|]/.test(text) && !/^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)|^[\s=*_-]*$/.test(text)
}

/** Without the signs that may close a heading. */
function tidy(title: string): string {
  return withoutEnd(withoutEnd(withoutEnd(title, blanks), '#'), blanks)
}

const blanks = ' \t'
