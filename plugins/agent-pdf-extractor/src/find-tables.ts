import type { LineCell, PageLine } from './page-line.ts'

export type FoundTable = {
  readonly first: number
  readonly last: number
  readonly rows: readonly (readonly string[])[]
}

/** Tables by alignment alone: three lines or more (two if of three columns) whose cells stand above each other. */
export function findTables(lines: readonly PageLine[], { leading }: { leading: number }): readonly FoundTable[] {
  const tables: FoundTable[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const last = runEnd(lines, { at, leading })
    if (last === at) continue
    // A heading across the columns above them hides the white between them.
    const table = tableOf(lines, { first: at, last }) ?? tableOf(lines, { first: at + 1, last })
    if (table === undefined) continue
    tables.push(table)
    at = table.last
  }
  return tables
}

const rowGap = 2.6

/** Last of the lines from `at` that go down step by step, with cells, or with the rest of a cell between two such. */
function runEnd(lines: readonly PageLine[], { at, leading }: { at: number; leading: number }): number {
  let last = at
  for (let index = at; index < lines.length && index - last <= 2; index += 1) {
    const line = lines[index]
    const before = lines[index - 1]
    if (line === undefined || !line.isUpright) break
    const step = index === at || before === undefined ? 1 : before.baseline - line.baseline
    if (step <= 0 || step > leading * rowGap) break
    if (line.cells.length > 1) last = index
    else if (index === at) break
  }
  return last
}

type Column = { left: number; right: number }
function tableOf(lines: readonly PageLine[], { first, last }: { first: number; last: number }): FoundTable | undefined {
  const run = lines.slice(first, last + 1)
  const full = run.filter(({ cells }) => cells.length > 1)
  const columns = columnsOf(full)
  if (columns.length < 2 || columns.length > 30 || full.length < (columns.length > 2 ? 2 : 3)) return undefined
  if (!isAligned(full, columns) || isProse(full, columns)) return undefined
  const rows: string[][] = []
  for (const { cells } of run) {
    const row = columns.map((column) =>
      cells
        .filter((cell) => isWithin(cell, column))
        .map(({ text }) => text)
        .join(' '),
    )
    if (row.filter((text) => text !== '').length === 0) return undefined
    const before = rows.at(-1)
    if (cells.length > 1 || before === undefined) rows.push(row)
    else
      for (const [index, text] of row.entries())
        if (text !== '') before[index] = `${before[index] ?? ''} ${text}`.trim()
  }
  return { first, last, rows }
}

/** What the cells cover across the page, where they overlap. */
function columnsOf(rows: readonly PageLine[]): readonly Column[] {
  const cells = rows.flatMap(({ cells }) => cells).sort((a, b) => a.left - b.left)
  const columns: Column[] = []
  for (const { left, right } of cells) {
    const column = columns.at(-1)
    if (column === undefined || left > column.right) columns.push({ left, right })
    else column.right = Math.max(column.right, right)
  }
  return columns
}

function isWithin(cell: LineCell, column: Column): boolean {
  const middle = (cell.left + cell.right) / 2
  return middle >= column.left - 1 && middle <= column.right + 1
}

/** Most rows have a cell in most columns, and cells of a column share an edge or the middle. */
function isAligned(rows: readonly PageLine[], columns: readonly Column[]): boolean {
  const filled = rows.filter(({ cells }) => cells.length >= columns.length / 2).length
  if (filled < rows.length * 0.7) return false
  const aligned = columns.filter((column) => {
    const cells = rows.flatMap((row) => row.cells.filter((cell) => isWithin(cell, column)))
    const slack = (rows[0]?.size ?? 10) * 0.7
    const sameOf = (edge: (cell: LineCell) => number): number => {
      const edges = cells.map(edge).sort((a, b) => a - b)
      const middle = edges[Math.floor(edges.length / 2)] ?? 0
      return edges.filter((value) => Math.abs(value - middle) <= slack).length
    }
    const best = Math.max(
      sameOf(({ left }) => left),
      sameOf(({ right }) => right),
      sameOf(({ left, right }) => (left + right) / 2),
    )
    return best >= cells.length * 0.65
  })
  return aligned.length >= columns.length * 0.75
}

/** Two columns of text whose lines are at the same height are no table. */
function isProse(rows: readonly PageLine[], columns: readonly Column[]): boolean {
  const cells = rows.flatMap(({ cells }) => cells)
  const length = cells.reduce((sum, { text }) => sum + text.length, 0) / cells.length
  return length > (columns.length === 2 ? 35 : 60)
}
