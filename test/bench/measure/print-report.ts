import { type Check, type Report, type Skipped, type Table, reaches } from './benchmark.ts'
import type { Machine } from './machine.ts'

/** The machine as a line above the tables. */
export function machineLine(machine: Machine): string {
  const { cpu, cores, memory, system, node, lancedb, transformers } = machine
  return `${cpu}, ${cores} cores, ${memory}, ${system}; Node ${node}, LanceDB ${lancedb}, transformers.js ${transformers}`
}

/** A report as Markdown. */
export function reportLines(name: string, report: Report | Skipped): readonly string[] {
  if ('skipped' in report) return [`## ${name}`, '', `Skipped: ${report.skipped}.`, '']
  return [
    `## ${name}`,
    '',
    ...report.tables.flatMap(tableLines),
    ...(report.notes ?? []).flatMap((note) => [note, '']),
    ...tableLines({
      title: 'Targets',
      columns: ['', 'figure', 'target', ''],
      rows: report.checks.map((check) => [
        check.what,
        figure(check.value, check.unit),
        targetText(check),
        reaches(check) ? 'reached' : '**missed**',
      ]),
    }),
  ]
}

function tableLines({ title, columns, rows }: Table): readonly string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [`**${title}**`, '', line(columns), line(rule), ...rows.map(line), '']
}

function targetText({ target, unit }: Check): string {
  if ('atMost' in target) return `≤ ${figure(target.atMost, unit)}`
  return 'atLeast' in target ? `≥ ${figure(target.atLeast, unit)}` : `> ${figure(target.above, unit)}`
}

function figure(value: number, unit = ''): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit}`
}
