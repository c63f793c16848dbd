import { columns, count } from '@datacortex/wording'
import type { Today, WrappedUp } from '../nightshift/day.ts'

export function dayLines(day: Today | WrappedUp): readonly string[] {
  if ('loops' in day) {
    const { loops, reflected, index } = day
    return columns([
      ...(index === undefined ? [] : [['index', indexText(index)]]),
      ...reflected.map(({ agent, entries }) => ['reflected', `${agent}  ${count(entries, 'entry', 'entries')}`]),
      ...loops.map(({ what, next }) => ['open', `${what}  ${next}`]),
      ...(loops.length === 0 ? [['open', 'nothing']] : []),
    ])
  }
  const { night, needs, due, briefing_path: briefing, tonight } = day
  return columns([
    ['today', day.date],
    ...(night === undefined
      ? []
      : [
          [
            'night',
            `${night.done} done, ${count(night.topics, 'topic')} read about, ${night.review} to look at, ${night.failed} failed`,
          ],
        ]),
    ...(briefing === undefined ? [] : [['briefing', briefing]]),
    ...needs.map((need) => ['needs you', plain(need)]),
    ...due.map(({ title, at, file, line }) => ['due', `${at}  ${title}  ${file}:${line}`]),
    ['tonight', count(tonight, 'task')],
  ])
}

function indexText(index: NonNullable<WrappedUp['index']>): string {
  if (index === 'busy') return 'another process updates it'
  return 'added' in index ? `${index.added} added, ${index.changed} changed` : index.message
}

/** A line of Markdown without its signs. */
function plain(line: string): string {
  return line
    .replace(/^- /, '')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\[\[([^\]]*)\]\]/g, '$1')
}
