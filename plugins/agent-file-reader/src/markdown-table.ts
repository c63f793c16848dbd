import { neutraliseMarkdown, oneLine } from '@datacortex/content'

const longestCell = 1000

/** Rows as a Markdown table; the first is the head. Shorter rows are filled. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const [head = '', ...rest] = rows.map((row) => {
    return `| ${Array.from({ length: width }, (_, index) => cellText(row[index] ?? '')).join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...rest].join('\n')
}

function cellText(text: string): string {
  const line = oneLine(text)
  const short = line.length > longestCell ? `${line.slice(0, longestCell)}…` : line
  return neutraliseMarkdown(short).text.replaceAll('|', String.raw`\|`)
}
