import { isRecord } from '@datacortex/platform'
import { type FoundDocument, plainText } from '@datacortex/plugin'

type Row = NonNullable<FoundDocument['data']>[number]
type Source = { readonly id: string; readonly description: string }

/** The numbers of an answer as one table: its first list of records that have some, else the record that has them. */
export function numericTable(json: unknown, { id, description }: Source): FoundDocument | undefined {
  const data = rowsIn(json, 3)
  return data.length === 0 ? undefined : { id, title: description === '' ? id : description, data }
}

function rowsIn(json: unknown, depth: number): readonly Row[] {
  if (Array.isArray(json)) {
    const rows = json.slice(0, mostRows).filter(isRecord).map(cellsOf)
    return rows.some(hasNumber) ? rows : []
  }
  if (!isRecord(json) || depth === 0) return []
  for (const value of Object.values(json)) {
    const rows = rowsIn(value, depth - 1)
    if (rows.length > 0) return rows
  }
  const row = cellsOf(json)
  return hasNumber(row) ? [row] : []
}

const mostRows = 1000
const mostCells = 30
const longestCell = 200

const hasNumber = (row: Row): boolean => Object.values(row).some((cell) => typeof cell === 'number')

/** Values of a record, those of a record in it by both names; lists and longer texts are no cells. */
function cellsOf(record: Readonly<Record<string, unknown>>): Row {
  const flat = Object.entries(record).flatMap(([name, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([inner, one]) => [`${name} ${inner}`, one] as const)
      : [[name, value] as const],
  )
  const cells = flat.flatMap(([name, value]) => {
    const cell = cellOf(value)
    return cell === undefined ? [] : [[plainText(name), cell] as const]
  })
  return Object.fromEntries(cells.slice(0, mostCells))
}

/** APIs of markets write their numbers as texts. */
function cellOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (typeof value !== 'string' || value.length > longestCell) return undefined
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(value) ? Number(value) : plainText(value)
}
