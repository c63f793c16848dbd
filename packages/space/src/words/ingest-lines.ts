import { redact } from '@datacortex/errors'
import { columns, count, duration, shorten } from '@datacortex/wording'
import type { IngestedContent } from '../research/ingest-content.ts'
import { takenInRows } from './taken-in-rows.ts'
import { undoRows } from './undo-rows.ts'

/**
 * What people see of a batch: each input with what became of it, and at the end the numbers.
 * @example ingestLines(await space.ingest({ inputs: ['inbox'] })).at(-1)
 */
export function ingestLines(answer: IngestedContent): readonly string[] {
  const { items, counts, inputs, resumed, passed_over: passed, findings, took_ms: tookMs, indexed, undo } = answer
  const isDryRun = answer.dry_run === true
  const shown = items.length > mostShown ? mostTellingFirst(items) : items
  const rows = shown.slice(0, mostShown).flatMap(itemRows)
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
      ...(indexed === undefined
        ? []
        : [['indexed', `${count(indexed.added, 'note')} added, ${indexed.changed} changed`]]),
      ...takenInRows(answer),
      ...(isDryRun ? [['dry run', 'nothing was written']] : []),
      ...undoRows(undo),
      ...(counts.success + counts.partial > 0 && !isDryRun ? [['next', 'datacortex search "what it is about"']] : []),
    ]),
  ]
}

type Item = IngestedContent['items'][number]

const mostShown = 40

/** Of many results, what went wrong must not be among those that are left out. */
function mostTellingFirst(items: readonly Item[]): readonly Item[] {
  const rank = ({ status }: Item): number => (status === 'failed' ? 0 : status === 'partial' ? 1 : 2)
  return items.filter(({ status }) => status !== 'unchanged').toSorted((a, b) => rank(a) - rank(b))
}

/** Why there is less to do than there are files. */
function passedRows(passed: IngestedContent['passed_over'], { isNothing }: { readonly isNothing: boolean }) {
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

function itemRows(item: Item): readonly (readonly string[])[] {
  const { status, input, title, error, literature_note: note, zettels_created: zettels, action_items: actions } = item
  const rows: (readonly string[])[] = [[word(status), shorten(title ?? redact(input), 100)]]
  if (error !== undefined) rows.push(['', `${error.code}  ${error.message}`])
  if (error?.hint !== undefined) rows.push(['', `→ ${error.hint}`])
  if (note !== undefined) rows.push(['  note', note])
  if (item.duplicate_of !== undefined) rows.push(['  same as', item.duplicate_of])
  for (const zettel of zettels.slice(0, 3)) rows.push(['  zettel', zettel])
  if (zettels.length > 3) rows.push(['', `and ${count(zettels.length - 3, 'more zettel')}`])
  // Whose reading it is matters to one who looks for what is missing in a note.
  const problems = item.findings.filter(({ code, severity }) => severity !== 'info' || code === 'MODULE_READ')
  for (const { code, message } of problems.slice(0, 3)) rows.push(['', `${code}  ${message}`])
  for (const action of actions.slice(0, 3)) rows.push(['  to do', action])
  if (actions.length > 3) rows.push(['', `and ${actions.length - 3} more to do, which --json lists`])
  return rows
}
