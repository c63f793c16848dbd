import type { DataTable, ResearchDocument } from './types.ts'

const mostRows = 25
const mostColumns = 8
const longestCell = 300

export function dataTables(documents: readonly ResearchDocument[]): readonly DataTable[] {
  return documents.flatMap(({ id, title, data }) => {
    if (data === undefined || data.length === 0) return []
    const columns = [...new Set(data.flatMap((row) => Object.keys(row)))].slice(0, mostColumns)
    const valuesOf = (column: string): readonly Value[] => data.map((row) => valueIn(row, column))
    const years = new Set(columns.filter((column) => isOfYears(column, valuesOf(column))))
    const shown = (row: Row, column: string): string =>
      years.has(column) ? String(valueIn(row, column) ?? '') : cell(valueIn(row, column))
    const rows = data.slice(0, mostRows).map((row) => columns.map((column) => shown(row, column)))
    return [{ sourceId: id, title, columns, rows, more: data.length - rows.length }]
  })
}

type Value = string | number | boolean | null | undefined
type Row = Readonly<Record<string, Value>>

/** A column may be named as what every object has: `constructor`. */
function valueIn(row: Row, column: string): Value {
  return Object.hasOwn(row, column) ? row[column] : undefined
}

/** By its name, or since all of it are years of our times that follow each other. */
function isOfYears(column: string, values: readonly Value[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length === 0 || !numbers.every((value) => Number.isInteger(value) && value >= 1000 && value < 3000))
    return false
  if (/(?:^|[^a-z])(?:years?|date|jahr|yr|since|founded)(?:$|[^a-z])/iu.test(column)) return true
  return (
    numbers.length > 1 &&
    numbers.every((value) => value >= 1900 && value <= 2100) &&
    numbers.every((value, place) => place === 0 || Math.abs(value - (numbers[place - 1] ?? value)) === 1)
  )
}

function cell(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    const text = String(value)
    return text.length > longestCell ? `${text.slice(0, longestCell).toWellFormed()}…` : text
  }
  // Grouped by hand: what a locale makes of it differs between machines.
  const [whole = '', fraction] = String(
    Math.abs(value) >= 1000 ? Math.round(value) : Math.round(value * 1e4) / 1e4,
  ).split('.')
  const grouped = /e/u.test(whole) ? whole : whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/gu, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
