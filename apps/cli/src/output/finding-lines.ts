import { isAbsolute } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { style } from './style.ts'

/** A finding in one line below an answer. */
export function noteLine({ message, hint = '' }: Finding): string {
  return `note       ${message}${hint === '' ? '' : ` ${hint}`}`
}

export function findingLines(findings: readonly Finding[]): readonly string[] {
  const groups = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`)
  const rows = [...groups.values()].flatMap(rowsOf)
  // A run of findings with the same remedy names it once, at its end.
  return rows.flatMap(({ lines, hint }, index) =>
    hint === undefined || hint === rows[index + 1]?.hint ? lines : [...lines, `${indent}→ ${hint}`],
  )
}

const indent = ' '.repeat(11)
const mostShown = 5
const shownOfMany = 3
const namedOfMany = 5

type Row = { readonly lines: readonly string[]; readonly hint: string | undefined }

function rowsOf(group: readonly Finding[]): readonly Row[] {
  if (group.length <= mostShown) return group.map(rowOf)
  const rest = group.slice(shownOfMany)
  return [...group.slice(0, shownOfMany).map(rowOf), sumOf(rest)]
}

function rowOf(finding: Finding): Row {
  const [first = '', ...rest] = finding.message.split('\n')
  // Errors of files name the file themselves.
  const named = first.startsWith(finding.subject) || (isAbsolute(finding.subject) && first.includes(finding.subject))
  const subject = named ? '' : `${finding.subject}: `
  return {
    lines: [`${headOf(finding)}  ${subject}${first}`, ...rest.map((line) => `${indent}${line}`)],
    hint: finding.hint,
  }
}

function sumOf(rest: readonly Finding[]): Row {
  const [first] = rest
  if (first === undefined) return { lines: [], hint: undefined }
  // One subject may have many of a code.
  const subjects = [...new Set(rest.map(({ subject }) => subject))]
  const named = subjects.slice(0, namedOfMany).join(', ')
  const unnamed = subjects.length > namedOfMany ? ', …' : ''
  const hint = rest.every((finding) => finding.hint === first.hint) ? first.hint : undefined
  return { lines: [`${headOf(first)}  and ${rest.length} more (--json lists them): ${named}${unnamed}`], hint }
}

function headOf({ severity, code }: Finding): string {
  const colour = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim'
  return `${style(severity.padEnd(8), colour)} ${code}`
}
