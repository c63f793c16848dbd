import { withoutEnd } from '@datacortex/text'
import { splitLines } from './text-lines.ts'

/**
 * The text under a heading of a Markdown document, up to the next heading of its level or above.
 * @param heading - Without its `#`; case does not matter.
 * @returns The section with its heading and its lines, or undefined if there is none.
 * @example sectionOf('# A\n## Agent Context\nhere\n## B', 'agent context')?.text // '## Agent Context\nhere'
 */
export function sectionOf(text: string, heading: string) {
  return sectionsOf(text, heading)[0]
}

/**
 * All sections that a heading means: that alone, `Above#Heading` below another one, or `Heading:12` in a line, which
 * tells twins apart.
 * @example sectionsOf('# A\n# A', 'A').length // 2
 */
export function sectionsOf(text: string, heading: string) {
  const lines = splitLines(text)
  const headings = headingsOf(lines)
  const folded = fold(heading)
  const [, named = '', line = ''] = /^(.*):(\d+)$/.exec(folded) ?? []
  const path = folded.split('#').map((name) => name.trim())
  const fits: readonly ((one: Heading, at: number) => boolean)[] = [
    ({ title }) => fold(title) === folded,
    (one) => fold(one.title) === named && one.line + 1 === Number(line),
    (one, at) => path.length > 1 && liesBelow(headings, { at, path }),
  ]
  const found = fits.map((fit) => [...headings.entries()].filter(([at, one]) => fit(one, at)))
  return (found.find((some) => some.length > 0) ?? []).map(([at, { level, line: first }]) => {
    const next = headings.slice(at + 1).find((one) => one.level <= level)
    const section = lines.slice(first, next?.line).join('\n').trimEnd()
    return { text: section, start: first + 1, end: first + section.split('\n').length }
  })
}

function fold(heading: string): string {
  return heading.normalize('NFC').toLowerCase()
}

/** Whether a heading has the last of some names, and stands below headings with the others. */
function liesBelow(headings: readonly Heading[], { at, path }: { at: number; path: readonly string[] }): boolean {
  let left = path.length
  let level = Infinity
  for (let place = at; place >= 0 && left > 0; place -= 1) {
    const one = headings[place]
    if (one === undefined || one.level >= level) continue
    level = one.level
    if (fold(one.title) === path[left - 1]) left -= 1
    else if (place === at) return false
  }
  return left === 0
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
