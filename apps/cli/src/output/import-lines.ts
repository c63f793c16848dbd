import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { displayPath } from './display-path.ts'

type ImportReport = Omit<OutputOf<'agents.import'>, 'missing'>

/** An import report as people read it: the counts first, then what needs a look. */
export function importLines(report: ImportReport): readonly string[] {
  const lines = [
    `imported   ${[
      count(report.imported.length, 'agent'),
      ...(report.updated.length > 0 ? [`${report.updated.length} updated`] : []),
      ...(report.unchanged.length > 0 ? [`${report.unchanged.length} unchanged`] : []),
      `${report.skipped.length} skipped`,
    ].join(' · ')}`,
  ]
  const lenient = report.findings.filter((finding) => finding.code === 'IMPORT_FRONT_MATTER_LENIENT')
  const [first] = lenient
  if (first !== undefined)
    lines.push(
      lenient.length === 1
        ? `           ${displayPath(first.subject)} has front matter that YAML rejects; read leniently`
        : `           ${count(lenient.length, 'file')} had front matter that YAML rejects; read leniently (--json lists them)`,
    )
  const changes = report.findings.filter(({ code }) => ofEntries.has(code))
  const others = report.findings.length - lenient.length - changes.length
  if (others > 0) lines.push(`           ${count(others, 'note')} on what was normalised (--json lists them)`)
  for (const { message } of limited(changes)) lines.push(`note       ${message}`)
  if (changes.length > shown) lines.push(`           … and ${changes.length - shown} more notes; --json lists them all`)
  for (const conflict of limited(report.conflicts)) {
    lines.push(
      `clash      ${conflict.id} is in ${count(conflict.paths.length, 'file')}; registered as ${conflict.resolved.join(', ')}`,
    )
  }
  if (report.conflicts.length > shown) lines.push(`           … and ${report.conflicts.length - shown} more clashes`)
  for (const { path, line, reason } of limited(report.skipped)) {
    lines.push(`skipped    ${displayPath(path)}${line === undefined ? '' : `:${line}`}  ${reason}`)
  }
  if (report.skipped.length > shown)
    lines.push(`           … and ${report.skipped.length - shown} more; --json lists them all`)
  return lines
}

/** The error of an import that brought nobody. The reasons stand above, as what was skipped. */
export function importErrorLines({ code, hint }: NonNullable<ImportReport['error']>): readonly string[] {
  return [`error      ${code}: nothing was imported`, `hint       ${hint ?? ''}`]
}

/** How many agents of an import are in the registry. */
export function registeredBy({ imported, updated, unchanged }: ImportReport): number {
  return imported.length + updated.length + unchanged.length
}

const shown = 8

/** What an entry has otherwise than somebody who knows only its source or only agents.yaml would think. */
const ofEntries: ReadonlySet<string> = new Set([
  'IMPORT_KEPT_BY_HAND',
  'IMPORT_PROFILES_LEFT',
  'IMPORT_RELATION_RENAMED',
  'IMPORT_RIGHTS_BEYOND_SOURCE',
  'IMPORT_RIGHTS_TAKEN_BACK',
  'IMPORT_SOURCE_MOVED',
])

function limited<T>(items: readonly T[]): readonly T[] {
  return items.slice(0, shown)
}
