import type { ResearchResult } from '@datacortex/research'
import { columns, count, shorten } from './format.ts'
import { undoRows } from './undo-rows.ts'
import { skippedRows } from './skipped-rows.ts'

/**
 * What people see of a run: the answer first, then where it lies, then what did not work.
 *
 * @param result - Of the run.
 * @param undo - The name under which its writes can be taken back, if it was just written.
 */
export function researchLines(result: ResearchResult, undo?: string): readonly string[] {
  const { findings, contradictions, found, quotations, skipped, problems, cost } = result
  const confirmed = findings.filter(({ independent }) => independent >= 3).length
  const local = contradictions.filter((one) => one.local).length
  const top = findings.slice(0, 5).map(({ text, convergence }) => [` ${convergence}`, shorten(text, 120)])
  const numbers = [
    count(findings.length, 'finding'),
    ...(confirmed > 0 ? [`${confirmed} confirmed by 3 or more independent sources`] : []),
    ...(contradictions.length > 0 ? [count(contradictions.length, 'possible contradiction')] : []),
    ...(local > 0 ? [`${local} with your own notes`] : []),
  ]
  return [
    ...(top.length > 0 ? [...columns(top), ' (independent sources that say it, of those that could)', ''] : []),
    ...columns([
      ['found', `${count(found.documents, 'document')} → ${count(found.works, 'work')}, ${found.selected} chosen`],
      ['findings', numbers.join(' · ')],
      ...(result.report_path === undefined
        ? []
        : [['report', `${result.report_path}  (${quotations.verified} of ${quotations.all} quotations verified)`]]),
      ['summary', result.summary_path],
      ...(result.script_path === undefined ? [] : [['script', result.script_path]]),
      ...(result.audio_path === undefined ? [] : [['audio', result.audio_path]]),
      [
        'notes',
        `${count(result.literature_notes.length, 'literature note')}, ${count(result.zettels.length, 'zettel')}`,
      ],
      ...(result.action_items.length === 0
        ? []
        : [['to do', `${count(result.action_items.length, 'task')} in the inbox`]]),
      ...skippedRows(skipped),
      ...problems.map((problem) => ['note', problem]),
      ['run', `${result.run}  ${result.state}  $${cost.usd.toFixed(2)}`],
      ...undoRows(undo),
    ]),
  ]
}
