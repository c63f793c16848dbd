import { redact } from '@datacortex/errors'
import type { IngestReport, KnowledgeResult } from '@datacortex/knowledge-extractor'
import type { TakenIn } from '../indexing/take-in-notes.ts'
import { isTakenIn } from '../indexing/take-in-notes.ts'
import { columns, count, duration, shorten } from './format.ts'
import { takenInRows } from './taken-in-rows.ts'
import { undoRows } from './undo-rows.ts'

/**
 * What people see of a batch: each input with what became of it, and at the end the numbers.
 *
 * @param report - Of the batch.
 * @param options - Whether it was a dry run; what the index took in; under which name it can be taken back.
 */
export function ingestLines(
  { results, counts, inputs, resumed, passed_over: passed, findings, took_ms: tookMs }: IngestReport,
  {
    isDryRun,
    taken,
    undo,
  }: {
    readonly isDryRun: boolean
    readonly taken: TakenIn | undefined
    readonly undo: string | undefined
  },
): readonly string[] {
  const shown = results.length > mostShown ? mostTellingFirst(results) : results
  const rows = shown.slice(0, mostShown).flatMap(resultRows)
  const left = shown.slice(mostShown)
  const leftFailed = left.filter(({ status }) => status === 'failed').length
  const numbers = Object.entries(counts).flatMap(([status, number]) =>
    number > 0 ? [`${number} ${word(status)}`] : [],
  )
  // That what is unchanged was not read again goes without saying.
  const goneOn = resumed > 0 && counts.unchanged < resumed
  return [
    ...columns(rows),
    ...(left.length > 0
      ? [
          `… and ${left.length} more${leftFailed > 0 ? `, ${leftFailed} of them failed` : ''}; the same with --json lists all`,
        ]
      : []),
    ...(rows.length > 0 ? [''] : []),
    ...columns([
      [
        isDryRun ? 'would do' : 'ingested',
        `${count(inputs, 'input')}: ${numbers.join(' · ') || 'nothing to do'} in ${duration(tookMs)}`,
      ],
      ...passedRows(passed, { isNothing: inputs === 0 }),
      ...findings.flatMap(({ message, hint }) => [
        ['warning', message],
        ...(hint === undefined ? [] : [['', `→ ${hint}`]]),
      ]),
      ...(goneOn ? [['resumed', `${count(resumed, 'input')} had been done before`]] : []),
      ...(isTakenIn(taken) ? [['indexed', `${count(taken.added, 'note')} added, ${taken.changed} changed`]] : []),
      ...takenInRows(taken),
      ...(isDryRun ? [['dry run', 'nothing was written']] : []),
      ...undoRows(undo),
      ...(counts.success + counts.partial > 0 && !isDryRun ? [['next', 'datacortex search "what it is about"']] : []),
    ]),
  ]
}

const mostShown = 40

/** Of many results, what went wrong must not be among those that are left out. */
function mostTellingFirst(results: readonly KnowledgeResult[]): readonly KnowledgeResult[] {
  const rank = ({ status }: KnowledgeResult): number => (status === 'failed' ? 0 : status === 'partial' ? 1 : 2)
  return results.filter(({ status }) => status !== 'unchanged').toSorted((a, b) => rank(a) - rank(b))
}

/** Why there is less to do than there are files. */
function passedRows(
  passed: IngestReport['passed_over'],
  { isNothing }: { readonly isNothing: boolean },
): readonly (readonly string[])[] {
  const all = passed.reduce((sum, { files }) => sum + files, 0)
  if (all > 0)
    return [
      ['passed over', `${count(all, 'file')}: ${passed.map(({ reason, files }) => `${files} ${reason}`).join(' · ')}`],
    ]
  return isNothing ? [['', 'No file is there; folders such as .git and node_modules are not entered.']] : []
}

/** A status as people say it. */
function word(status: string): string {
  return status === 'success' ? 'done' : status
}

function resultRows(result: KnowledgeResult): readonly (readonly string[])[] {
  const { status, input, title, error, literature_note: note, zettels_created: zettels, action_items: actions } = result
  const rows: (readonly string[])[] = [[word(status), shorten(title ?? redact(input), 100)]]
  if (error !== undefined) rows.push(['', `${error.code}  ${error.message}`])
  if (error?.hint !== undefined) rows.push(['', `→ ${error.hint}`])
  if (note !== undefined) rows.push(['  note', note])
  if (result.duplicate_of !== undefined) rows.push(['  same as', result.duplicate_of])
  for (const zettel of zettels.slice(0, 3)) rows.push(['  zettel', zettel])
  if (zettels.length > 3) rows.push(['', `and ${count(zettels.length - 3, 'more zettel')}`])
  // Whose reading it is matters to whoever looks for what is missing in a note.
  const told = result.findings.filter(({ code, severity }) => severity !== 'info' || code === 'MODULE_READ')
  for (const { code, message } of told.slice(0, 3)) rows.push(['', `${code}  ${message}`])
  for (const action of actions.slice(0, 3)) rows.push(['  to do', action])
  if (actions.length > 3) rows.push(['', `and ${actions.length - 3} more to do, which --json lists`])
  return rows
}
