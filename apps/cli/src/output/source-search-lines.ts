import type { SearchedSources } from '@datacortex/space'
import { skippedRows, undoRows } from '@datacortex/space/words'
import { columns, duration, shorten } from '@datacortex/wording'
import { indexNewsLines } from './index-news-lines.ts'

/** What people see of a search of all sources: the answer, what it rests on, what did not take part. `options`: who was asked. */
export function sourceSearchLines(found: SearchedSources, options: readonly string[]): readonly string[] {
  const { answer, results, skipped, remarks, query, took_ms: tookMs, saved, dry_run: isDryRun, undo } = found
  const rows = results.map((hit, place) => [
    String(place + 1).padStart(2),
    `${hit.origin === 'local' ? '[local] ' : ''}${shorten(hit.title, 52)}`,
    hit.origin === 'local' ? (hit.path ?? '') : [hit.url, hit.origin].filter((part) => part !== undefined).join('  '),
  ])
  const fromWeb = results.findIndex(({ origin }) => origin !== 'local')
  return [
    ...(answer === undefined ? [] : [answer, '']),
    ...columns(rows),
    ...(results.length === 0 ? ['nothing found'] : []),
    ...columns([
      ...remarks.map((remark) => ['note', remark]),
      ...skippedRows(skipped),
      ...(saved === undefined ? [] : [[isDryRun === true ? 'would save' : 'saved', saved.path]]),
      ...undoRows(undo),
    ]),
    duration(tookMs),
    ...columns([
      ...(fromWeb >= 0 && saved === undefined
        ? [['save', `datacortex search ${JSON.stringify(query)} ${options.join(' ')} --save ${fromWeb + 1}`]]
        : []),
      ...(results.length > 0 ? [['deeper', `datacortex research ${JSON.stringify(query)}`]] : []),
    ]),
    ...indexNewsLines(found),
    ...(isDryRun === true ? ['dry run  nothing was changed'] : []),
  ]
}
