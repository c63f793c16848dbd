import { splitLines } from './text-lines.ts'

/**
 * The lines, from 1, of the block that ends with `^id`, as Obsidian marks it: a paragraph, an item of a list with what is
 * below it, or what stands above a mark that stands alone.
 */
export function blockOf(text: string, id: string): { readonly start: number; readonly end: number } | undefined {
  const lines = splitLines(text)
  const marked = lines.findIndex(
    (line) => /(?:^|[ \t])\^([\w-]+)[ \t]*$/.exec(line)?.[1]?.toLowerCase() === id.toLowerCase(),
  )
  if (marked === -1) return undefined
  const isBlank = (line: number): boolean => (lines[line] ?? '').trim() === ''
  let [start, end] = [marked, marked]
  if (/^[ \t]*\^/.test(lines[marked] ?? '')) while (start > 0 && isBlank(start - 1)) start -= 1
  const isAlone = start < marked || /^[ \t]*\^/.test(lines[marked] ?? '')
  const isFirst = (line: number): boolean => !isAlone && /^\s*(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]/.test(lines[line] ?? '')
  while (start > 0 && !isFirst(start) && !isBlank(start - 1) && !/^#{1,6}[ \t]/.test(lines[start - 1] ?? '')) start -= 1
  const depth = indent(lines[start])
  if (isFirst(start)) while (!isBlank(end + 1) && indent(lines[end + 1]) > depth) end += 1
  return { start: start + 1, end: end + 1 }
}

function indent(line = ''): number {
  return /^\s*/.exec(line)?.[0].length ?? 0
}
