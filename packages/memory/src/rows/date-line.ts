/** The text of a row with its date written out, and its tags, as its last line: questions name months and tags. */
export function withDateLine(text: string, date: string | undefined, tags: readonly string[] = []): string {
  return `${text}${dateLine(date, tags)}`
}

/** What of a row is embedded: its text without the line of {@link withDateLine}, which adds no meaning. */
export function textToEmbed(row: { readonly text: string; readonly fields: Readonly<Record<string, unknown>> }) {
  const { date, tags } = row.fields
  const day = typeof date === 'string' ? date : undefined
  const lines = [dateLine(day, Array.isArray(tags) ? tags.map(String) : []), dateLine(day, [])]
  const line = lines.find((one) => one !== '' && row.text.endsWith(one))
  return line === undefined ? row.text : row.text.slice(0, -line.length)
}

function dateLine(date: string | undefined, tags: readonly string[]): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  const name = monthNames[Number(month) - 1]
  const said = [...(name === undefined ? [] : [`${Number(day)} ${name} ${year}`]), ...tags.slice(0, mostTags)]
  return said.length === 0 ? '' : `\n${said.join(' · ')}`
}

/** Each row of a note repeats them. */
const mostTags = 30

/** In English, from January. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  new Date(2026, month).toLocaleString('en', { month: 'long' }),
)
