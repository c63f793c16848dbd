import type { DataTable, ResearchDocument } from './types.ts'

const mostRows = 25
const mostColumns = 8

/** The metrics of documents as tables, in the order of the documents. */
export function dataTables(documents: readonly ResearchDocument[]): readonly DataTable[] {
  return documents.flatMap(({ id, title, data }) => {
    if (data === undefined || data.length === 0) return []
    const columns = [...new Set(data.flatMap((row) => Object.keys(row)))].slice(0, mostColumns)
    const rows = data.slice(0, mostRows).map((row) => columns.map((column) => cell(row[column])))
    return [{ sourceId: id, title, columns, rows, more: data.length - rows.length }]
  })
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number' || !Number.isFinite(value)) return String(value)
  // Grouped by hand: what a locale makes of it differs between machines.
  const [whole = '', fraction] = String(
    Math.abs(value) >= 1000 ? Math.round(value) : Math.round(value * 1e4) / 1e4,
  ).split('.')
  const grouped = /e/u.test(whole) ? whole : whole.replaceAll(/\B(?=(?:\d{3})+(?!\d))/gu, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
