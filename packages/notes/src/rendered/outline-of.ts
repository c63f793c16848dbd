import { splitLines } from '../structure/text-lines.ts'

/** A heading of a note, for its outline. */
export type OutlineHeading = { readonly level: number; readonly text: string; readonly line: number }

/**
 * The headings of a Markdown text in order, those of code blocks left out; so many that a list of them can be used.
 * @example outlineOf('# A\n## B') // [{ level: 1, text: 'A', line: 1 }, { level: 2, text: 'B', line: 2 }]
 */
export function outlineOf(text: string): readonly OutlineHeading[] {
  const headings: OutlineHeading[] = []
  let fence: string | undefined
  for (const [index, line] of splitLines(text).entries()) {
    if (headings.length === most) break
    if (!/^ {0,3}[#`~]/.test(line)) continue
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence)) fence = undefined
    } else if (fence === undefined) {
      const [, signs = '', words = ''] = /^ {0,3}(#{1,6})[ \t]+(\S.{0,300})/.exec(line) ?? []
      if (signs !== '') headings.push({ level: signs.length, text: plain(words), line: index + 1 })
    }
  }
  return headings
}

/** Without the signs of links and emphasis. */
function plain(words: string): string {
  return words
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replaceAll(/[*`]|[ \t]+#+$/g, '')
    .trim()
}

const most = 2000
