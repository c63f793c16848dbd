import { columns, displayWidth } from '@datacortex/wording'

export type Fitting = {
  /** Of the terminal; nothing is cut if undefined, such as for a pipe. */
  readonly width: number | undefined
  /** Places of the columns that may be cut; the first is given up first where even short cells don't fit. */
  readonly flexible: readonly number[]
  /** Places of paths: they are cut after all others, since a whole one can be opened, and at their beginning. */
  readonly paths?: readonly number[] | undefined
}

/** How wide lines may be: the columns of the terminal that stdout is; undefined if it is none. */
export function outputWidth(stream: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout) {
  return stream.isTTY === true && stream.columns !== undefined && stream.columns > 0 ? stream.columns : undefined
}

/** How long a text may be that stands behind others in a line of its own. */
export function room(most: number, { width, used }: { width: number | undefined; used: number }): number {
  return width === undefined ? most : Math.min(most, Math.max(leastWidth, width - used))
}

/** Rows as aligned columns that fit into a terminal: long cells are cut, ids and scores are not. */
export function fittedColumns(rows: readonly (readonly string[])[], fitting: Fitting): readonly string[] {
  const { width, flexible, paths = [] } = fitting
  const natural = widthsOf(rows)
  if (width === undefined || lineWidth(natural) <= width) return columns(rows)
  const widths = withoutUnfit(shrunk(natural, { width, flexible, paths }), { width, flexible, natural })
  const kept = [...widths.keys()].filter((place) => (widths[place] ?? 0) > 0)
  return columns(
    rows.map((row) =>
      kept.map((place) => cut(row[place] ?? '', { width: widths[place] ?? 0, isPath: paths.includes(place) })),
    ),
  )
}

/** Shorter cells say too little, so then a whole column goes. */
const leastWidth = 12

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, place) => (widths[place] = Math.max(widths[place] ?? 0, displayWidth(cell))))
  return widths
}

/** Two spaces stand between columns that hold anything. */
function lineWidth(widths: readonly number[]): number {
  const kept = widths.filter((width) => width > 0)
  return kept.reduce((sum, width) => sum + width, 0) + 2 * Math.max(0, kept.length - 1)
}

/** The widest gives way first, paths after all others. */
function shrunk(
  natural: readonly number[],
  { width, flexible, paths }: { width: number; flexible: readonly number[]; paths: readonly number[] },
): number[] {
  const widths = [...natural]
  const widest = (places: readonly number[]): number | undefined =>
    places
      .filter((place) => (widths[place] ?? 0) > leastWidth)
      .toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))[0]
  for (let over = lineWidth(widths) - width; over > 0; over -= 1) {
    const place = widest(flexible.filter((one) => !paths.includes(one))) ?? widest(flexible)
    if (place === undefined) break
    widths[place] = (widths[place] ?? 0) - 1
  }
  return widths
}

/** Columns that still don't fit go as a whole, and what that frees is used by those that stay. */
function withoutUnfit(
  widths: number[],
  {
    width,
    flexible,
    natural,
  }: Pick<Fitting, 'flexible'> & { readonly width: number; readonly natural: readonly number[] },
): readonly number[] {
  for (const place of flexible) if (lineWidth(widths) > width) widths[place] = 0
  for (const place of flexible.toReversed()) {
    const [own = 0, wanted = 0] = [widths[place], natural[place]]
    if (own > 0) widths[place] = Math.min(wanted, own + Math.max(0, width - lineWidth(widths)))
  }
  return widths
}

/** At the beginning of a path, at the end of other texts. */
function cut(text: string, { width, isPath }: { readonly width: number; readonly isPath: boolean }): string {
  if (displayWidth(text) <= width) return text
  let characters: readonly string[] = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  const marked = (): string => (isPath ? `…${characters.join('').trimStart()}` : `${characters.join('').trimEnd()}…`)
  while (characters.length > 0 && displayWidth(marked()) > width)
    characters = isPath ? characters.slice(1) : characters.slice(0, -1)
  return marked()
}
