import type { SearchAnswer } from '@datacortex/research'
import { columns, duration, shorten } from './format.ts'
import { skippedRows } from './skipped-rows.ts'
import { undoRows } from './undo-rows.ts'

/** What people see of a search of all sources: the answer, what it rests on, what did not take part. */
export function sourceSearchLines(
  { answer, results, skipped, remarks, query, took_ms: tookMs }: SearchAnswer,
  {
    saved,
    isDryRun,
    undo,
    sources,
  }: {
    readonly saved: string | undefined
    /** Whether that would be saved only. */
    readonly isDryRun: boolean
    /** The name under which that is taken back. */
    readonly undo: string | undefined
    readonly sources: 'local' | 'web' | 'all'
  },
): readonly string[] {
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
      ...(saved === undefined ? [] : [[isDryRun ? 'would save' : 'saved', saved]]),
      ...undoRows(undo),
    ]),
    duration(tookMs),
    ...columns([
      ...(fromWeb >= 0 && saved === undefined
        ? [['save', `datacortex search ${JSON.stringify(query)} --sources ${sources} --save ${fromWeb + 1}`]]
        : []),
      ...(results.length > 0 ? [['deeper', `datacortex research ${JSON.stringify(query)}`]] : []),
    ]),
  ]
}
