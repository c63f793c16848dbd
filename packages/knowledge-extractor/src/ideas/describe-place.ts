import type { Passage } from './passage.ts'

export function describePlace({ page, speaker, at, start, end }: Passage): string {
  return [
    ...(speaker === undefined ? [] : [speaker]),
    ...(at === undefined ? [] : [at.slice(0, 16).replace('T', ' ')]),
    ...(page === undefined ? [] : [`p. ${page}`]),
    `characters ${start}–${end}`,
  ].join(', ')
}
