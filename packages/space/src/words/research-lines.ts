import { columns, count, shorten } from '@datacortex/wording'
import type { ResearchedTopic } from '../research/research-topic.ts'
import { skippedRows } from './skipped-rows.ts'
import { takenInRows } from './taken-in-rows.ts'
import { undoRows } from './undo-rows.ts'

/**
 * What people see of a run of research: the answer first, then where it lies, then what did not work.
 * @example researchLines(await space.research({ topic: 'spring tides' })).join('\n')
 */
export function researchLines(result: ResearchedTopic): readonly string[] {
  const {
    findings,
    contradictions,
    sources,
    found,
    quotations,
    skipped,
    problems,
    cost,
    gone = [],
    answers = [],
  } = result
  const isThere = (path: string): boolean => !gone.includes(path)
  const file = (name: string, path: string | undefined): readonly (readonly string[])[] =>
    path === undefined || !isThere(path) ? [] : [[name, path]]
  const proved = `(${quotations.verified} of ${quotations.all} quotations verified)`
  const confirmed = findings.filter(({ independent }) => independent >= 3).length
  const local = contradictions.filter((one) => one.local).length
  const unread = sources.filter(({ status }) => status.startsWith(failedStatus))
  const top = findings.slice(0, 5).map(({ text, convergence }) => [` ${convergence}`, shorten(text, 120)])
  const numbers = [
    count(findings.length, 'finding'),
    ...(confirmed > 0 ? [`${confirmed} confirmed by 3 or more independent sources`] : []),
    ...(contradictions.length > 0 ? [count(contradictions.length, 'possible contradiction')] : []),
    ...(local > 0 ? [`${local} with your own notes`] : []),
  ]
  const answered = answers.map(({ question, quote }) => [
    ` ${shorten(question, 60)}`,
    quote === undefined ? 'nothing that was read answers it' : shorten(quote, 200),
  ])
  return [
    ...(answered.length > 0 ? [...columns(answered), ''] : []),
    ...(top.length > 0 ? [...columns(top), ' (independent sources that say it, of those that could)', ''] : []),
    ...columns([
      ['found', foundOf(found, unread.length)],
      ['findings', numbers.join(' · ')],
      ...file('report', result.report_path).map(([name = '', path = '']) => [name, `${path}  ${proved}`]),
      ...file('summary', result.summary_path),
      ...file('script', result.script_path),
      ...file('audio', result.audio_path),
      [
        'notes',
        `${count(result.literature_notes.filter(isThere).length, 'literature note')}, ${count(result.zettels.filter(isThere).length, 'zettel')}`,
      ],
      ...goneRows(gone),
      ...firstOf(result.action_items, 'task', (action) => ['to do', shorten(action, 120)]),
      ...skippedRows(skipped),
      ...firstOf(
        unread.filter(({ url }) => !skipped.some(({ source }) => source === url)),
        'document',
        ({ title, status }) => ['unread', `${shorten(title, 60)}: ${status.slice(failedStatus.length)}`],
      ),
      ...problems.map((problem) => ['note', problem]),
      ['run', `${result.run}  ${result.state}  $${cost.usd.toFixed(2)}`],
      ...takenInRows(result),
      ...undoRows(result.undo),
    ]),
  ]
}

const failedStatus = 'failed: '

/** What was chosen and could not be read is missing of the report, which nobody would guess from “done”. */
function foundOf({ documents, works, selected }: ResearchedTopic['found'], unread: number): string {
  const read = unread === 0 ? '' : `, ${selected - unread} read`
  return `${count(documents, 'document')} → ${count(works, 'work')}, ${selected} chosen${read}`
}

/** A row each of the first five, and how many more there are. */
function firstOf<T>(
  all: readonly T[],
  what: string,
  rowOf: (one: T) => readonly string[],
): readonly (readonly string[])[] {
  const more = all.length - 5
  const rest = more > 0 ? [['', `and ${count(more, `more ${what}`)}; --json lists them all`]] : []
  return [...all.slice(0, 5).map(rowOf), ...rest]
}

/** Nothing is said to lie where nothing lies. */
function goneRows(gone: readonly string[]): readonly (readonly string[])[] {
  if (gone.length === 0) return []
  return [
    ...firstOf(gone, 'file', (path) => ['gone', path]),
    ['', '→ They were taken back, deleted or moved since. Another run of the same words writes them anew.'],
  ]
}
