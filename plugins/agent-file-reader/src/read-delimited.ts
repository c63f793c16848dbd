import { type Finding, warningFinding } from '@datacortex/errors'
import { CsvError, parse } from 'csv-parse/sync'
import { tableFacts } from './data-facts.ts'
import { fileError } from './errors.ts'
import { markdownTable } from './markdown-table.ts'
import type { Reader } from './reader.ts'

/** Comma-separated values, also with semicolons or bars. */
export const readCsv: Reader = (file) => readDelimited(file, delimiterOf(file.text()))

export const readTsv: Reader = (file) => readDelimited(file, '\t')

const longestRecord = 1_000_000

function readDelimited(
  { name, text, settings: { max_rows: maxRows, max_columns: maxColumns } }: Parameters<Reader>[0],
  delimiter: string,
): ReturnType<Reader> {
  const rows: string[][] = []
  let seen = 0
  let widest = 0
  try {
    parse(text(), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestRecord,
      // Returning nothing keeps a million rows out of memory.
      on_record(row: readonly string[]) {
        seen += 1
        widest = Math.max(widest, row.length)
        // The head does not count.
        if (rows.length <= maxRows) rows.push(row.slice(0, maxColumns))
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fileError('FILE_BROKEN', { name, format: 'a table', reason: error.message }, { cause: error })
  }
  if (rows.length === 0) return { text: '' }
  const findings: Finding[] = []
  if (seen > rows.length) findings.push(leftOut(name, `${seen - rows.length} of ${seen - 1} rows`, 'max_rows'))
  if (widest > maxColumns) findings.push(leftOut(name, `${widest - maxColumns} of ${widest} columns`, 'max_columns'))
  return { text: markdownTable(rows), genre: 'table', description: tableFacts(rows[0] ?? [], seen - 1), findings }
}

export function leftOut(subject: string, what: string, setting: string): Finding {
  return warningFinding('FILE_PART_LEFT_OUT', subject, {
    message: `${what} were left out.`,
    hint: `Raise \`${setting}\` of agent-file-reader if they matter.`,
  })
}

/** What the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}
