import type { OutputOf } from '@datacortex/space'
import { costText, count, duration, grouped } from '@datacortex/wording'
import { guideKinds } from '../program/agent-formats.ts'
import { displayPath } from './display-path.ts'
import { noteLine } from './finding-lines.ts'
import { linesOf } from './lines.ts'

type ImportReport = OutputOf<'agents.import'>

export function importLines(report: ImportReport): readonly string[] {
  const { seen, imported, updated, unchanged, conflicts, left_out: left } = report.counts
  const counts = [
    count(imported, 'agent'),
    ...(updated > 0 ? [`${grouped(updated)} updated`] : []),
    ...(unchanged > 0 ? [`${grouped(unchanged)} unchanged`] : []),
    ...(conflicts > 0 ? [`${grouped(conflicts)} under another id`] : []),
    `${grouped(left)} skipped${left > 0 ? ` of ${grouped(seen)} seen` : ''}`,
  ]
  const lenient = report.findings.filter((finding) => finding.code === 'IMPORT_FRONT_MATTER_LENIENT')
  const changes = report.findings.filter(({ code }) => ofEntries.has(code))
  const written = report.findings.filter(({ code }) => code.startsWith('WRITER_'))
  const normalised = report.findings.length - lenient.length - changes.length - written.length
  const lost = report.left_out.filter(({ kind }) => kind === 'lost')
  const others = report.left_out.filter(({ kind }) => kind !== 'lost')
  return linesOf([
    `imported   ${counts.join(' · ')}`,
    lenientLine(lenient),
    normalised > 0 && `           ${count(normalised, 'note')} on what was normalised (--json lists them)`,
    limited(changes).map(({ message }) => `note       ${message}`),
    changes.length > shown && `           … and ${changes.length - shown} more notes; --json lists them all`,
    limited(report.conflicts).map(
      ({ id, paths, resolved }) =>
        `clash      ${id} is in ${count(paths.length, 'file')}; registered as ${resolved.join(', ')}`,
    ),
    report.conflicts.length > shown && `           … and ${report.conflicts.length - shown} more clashes`,
    limited(lost).map((group) => lostLine(group, report)),
    lost.length > shown && `           … and for ${lost.length - shown} other reasons; --json lists them all`,
    others.map(({ count: size, reason, kind }) => `skipped    ${otherFiles[kind](size, reason)}`),
    exampleLines(report),
    emptyLines(report),
  ])
}

function lenientLine(lenient: ImportReport['findings']): string | undefined {
  const [first] = lenient
  if (first === undefined) return undefined
  return lenient.length === 1
    ? `           ${displayPath(first.subject)} has front matter that YAML rejects; read leniently`
    : `           ${count(lenient.length, 'file')} had front matter that YAML rejects; read leniently (--json lists them)`
}

function exampleLines({ examples, findings }: ImportReport): readonly string[] {
  const notes = limited(findings.filter(({ code }) => code.startsWith('WRITER_'))).map(noteLine)
  if (examples === undefined) return notes
  const { agents, model, took_ms: tookMs, cost_usd: usd } = examples
  const facts = [
    ...(model === undefined ? [] : [model]),
    duration(tookMs),
    ...(usd === undefined ? [] : [costText(usd)]),
  ]
  return [`examples   written for ${count(agents.length, 'agent')} · ${facts.join(' · ')}`, ...notes]
}

type Group = ImportReport['left_out'][number]

function lostLine({ count: size, reason, paths }: Group, { skipped }: ImportReport): string {
  const [first = ''] = paths
  const line = skipped.find(({ path, kind }) => path === first && kind === undefined)?.line
  if (size === 1) return `skipped    ${displayPath(first)}${line === undefined ? '' : `:${line}`}  ${reason}`
  return `skipped    ${grouped(size)} × ${reason}: ${[...paths.map(displayPath), ...(size > paths.length ? ['…'] : [])].join(', ')}`
}

/** Each kind is one line, however many there are. */
const otherFiles: Readonly<Record<Group['kind'], (size: number, reason: string) => string>> = {
  lost: (_, reason) => reason,
  asked: (size, reason) => `${count(size, 'file')}: ${reason}${guide(reason)}`,
  link: (size, reason) => `${count(size, 'link')}: ${reason}`,
  foreign: (size) => `${count(size, 'file')} about something else`,
}

function guide(reason: string): string {
  const kind = guideKinds.find((one) => reason.startsWith(one))
  return kind === undefined ? '' : ` (--with ${kind})`
}

/** The places that gave nobody, but for those that stand among what was skipped. */
function emptyLines({ empty = [], skipped }: ImportReport): readonly string[] {
  const others = empty.filter((place) => !skipped.some(({ path }) => path === place.path))
  return others.map(({ path, seen }) => `no agents  ${displayPath(path)}  ${seen}`)
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
