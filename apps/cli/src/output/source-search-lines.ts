import type { SearchAnswer } from '@datacortex/research'
import { columns, duration, shorten } from './format.ts'

/** What people see of a search of all sources: the answer, what it rests on, what did not take part. */
export function sourceSearchLines(
  { answer, results, contradictions, skipped, remarks, query, took_ms: tookMs }: SearchAnswer,
  { saved }: { readonly saved: string | undefined },
): readonly string[] {
  const rows = results.map((hit, place) => [
    String(place + 1).padStart(2),
    `${hit.origin === 'local' ? '[local] ' : ''}${shorten(hit.title, 60)}`,
    hit.origin,
    hit.url ?? hit.path ?? '',
  ])
  const clashes = contradictions.flatMap(({ local, web }) => [
    `possible contradiction`,
    `  your note  ${shorten(local.text, 160)}  (${local.title})`,
    `  the web    ${shorten(web.text, 160)}  (${web.title})`,
  ])
  return [
    ...(answer === undefined ? [] : [answer, '']),
    ...columns(rows),
    ...clashes,
    ...(results.length === 0 ? ['nothing found'] : []),
    ...columns([
      ...remarks.map((remark) => ['note', remark]),
      ...skipped.map(({ source, reason }) => ['skipped', `${source}: ${reason}`]),
      ...(saved === undefined ? [] : [['saved', saved]]),
    ]),
    duration(tookMs),
    ...(results.length === 0
      ? []
      : columns([
          ['save', `datacortex search ${JSON.stringify(query)} --sources all --save 1`],
          ['deeper', `datacortex research ${JSON.stringify(query)}`],
        ])),
  ]
}
