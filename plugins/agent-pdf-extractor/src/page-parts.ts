import { findTables } from './find-tables.ts'
import type { PageLine, PdfPage } from './page-line.ts'
import type { TypicalPrint } from './typical-print.ts'
import { continues } from './continues.ts'

export type PagePart =
  | { readonly kind: 'heading' | 'paragraph'; readonly page: number; readonly lines: readonly PageLine[] }
  | { readonly kind: 'item'; readonly page: number; readonly lines: readonly PageLine[]; readonly marker: string }
  | { readonly kind: 'table'; readonly page: number; readonly rows: readonly (readonly string[])[] }

/** Headings, paragraphs, items of lists and tables, in order. */
export function pageParts(
  pages: readonly PdfPage[],
  { print, columnRight }: { print: TypicalPrint; columnRight: (line: PageLine) => number },
): readonly PagePart[] {
  const parts: PagePart[] = []
  let open: { kind: 'heading' | 'paragraph' | 'item'; lines: PageLine[]; marker: string } | undefined
  const close = (): void => {
    const page = open?.lines[0]?.page
    if (open !== undefined && page !== undefined) parts.push({ ...open, page })
    open = undefined
  }
  for (const { number, lines } of pages) {
    const tables = new Map(findTables(lines, print).map((table) => [table.first, table]))
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at]
      const table = tables.get(at)
      if (table !== undefined) {
        close()
        parts.push({ kind: 'table', page: number, rows: table.rows })
        at = table.last
        continue
      }
      if (line === undefined) continue
      const item = /^(?:([•‣◦▪▫●○■□❖➢✓∙·–—*-])\s+|(\(?(?:\d{1,2}|[a-z])[.)])\s+)(?=\S)/u.exec(line.text)
      const kind = headingKind(line, print) ?? (item === null ? 'paragraph' : 'item')
      if (open !== undefined && continues(open, { line, kind, print, columnRight })) {
        open.lines.push(line)
        continue
      }
      close()
      const rest = item === null || kind !== 'item' ? line : { ...line, text: line.text.slice(item[0].length) }
      open = { kind, lines: [rest], marker: kind === 'item' ? (item?.[2] ?? '-') : '' }
    }
  }
  close()
  return parts
}

const largerBy = 1.12
const longestHeading = 160
const longestBoldHeading = 90

/** `heading` for a line that is set larger than the running text, or in bold and short. */
function headingKind(line: PageLine, print: TypicalPrint): 'heading' | undefined {
  const { text, size, weight, isUpright, cells, hasHyphen } = line
  // Most lines are running text: numbers tell it soonest.
  const isLarge = size >= print.size * largerBy
  const isBold = weight >= 500 && weight >= print.weight * 1.3
  if (!isUpright || text.length > longestHeading || !(isLarge || isBold)) return undefined
  if (!/\p{L}{2}|^\p{Lu}$/u.test(text)) return undefined
  // Names of authors are often set large.
  if (text.split(',').length > 3) return undefined
  if (isLarge) return 'heading'
  const stands = text.length <= longestBoldHeading && cells.length === 1 && !hasHyphen && !/[.,;:!]$/.test(text)
  return stands && size > print.size * 0.9 && !/^[•–—*-]\s/.test(text) ? 'heading' : undefined
}
