import type { ReactNode } from 'react'

type DataTableProps = {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}

/** A table that scrolls by itself where it is too wide. */
export function DataTable({ label, columns, rows }: DataTableProps): ReactNode {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name, and are replaced together
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={columns[column]} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
