import type { NoteIndexUpdate } from '@datacortex/memory'
import { count, duration, grouped, shorten } from './format.ts'

/** Notes by what became of them. */
export type NoteCounts = Pick<NoteIndexUpdate, 'added' | 'changed' | 'removed' | 'unchanged'>

/**
 * An update of the index as people read it: the counts first, then what needs a look.
 *
 * @param update - What was done; `memories`: rows of session memories written.
 * @param options - `full`: whether everything was embedded anew.
 * @example noteIndexLines(update)
 */
export function noteIndexLines(
  update: NoteIndexUpdate & { readonly memories?: number | undefined },
  { full = false }: { readonly full?: boolean | undefined } = {},
): readonly string[] {
  const { embedded, pending, memories = 0, took_ms: tookMs } = update
  return [
    `indexed    ${noteCounts(update)} · ${duration(tookMs)}`,
    ...(memories > 0
      ? [`remembered ${count(memories, 'session memory', 'session memories')} taken into the index`]
      : []),
    ...(embedded > 0
      ? [
          `embedded   ${count(embedded, 'text')} (${full ? 'everything anew' : 'unchanged texts are never embedded again'})`,
        ]
      : []),
    ...(pending > 0 ? [`pending    ${count(pending, 'text')} not embedded yet; found by words so far`] : []),
    ...noteProblemLines(update),
  ]
}

/**
 * Counts in words: how many notes are new, changed, gone; zeros are left out.
 *
 * @param counts - From an update or an examination.
 * @example noteCounts({ added: 2, changed: 0, removed: 0, unchanged: 5 }) // '2 notes added · 5 unchanged'
 */
export function noteCounts(counts: NoteCounts): string {
  const parts = (['added', 'changed', 'removed', 'unchanged'] as const)
    .filter((what) => counts[what] > 0)
    .map((what, place) => `${place === 0 ? count(counts[what], 'note') : grouped(counts[what])} ${what}`)
  return parts.length === 0 ? 'no notes are here' : parts.join(' · ')
}

/**
 * What was left out, passed over and what is worth mending, the first few of each.
 *
 * @param update - From an update or an examination.
 * @example noteProblemLines({ skipped: [], left_out: [], findings: [] }) // []
 */
export function noteProblemLines({
  skipped,
  left_out: leftOut,
  findings,
}: Pick<NoteIndexUpdate, 'skipped' | 'left_out' | 'findings'>): readonly string[] {
  const grave = findings.filter(({ severity }) => severity !== 'info')
  return [
    ...leftOut.slice(0, shown).map(({ rule, notes }) => `left out   ${count(notes, 'file')} by ${rule}`),
    ...more(leftOut.length),
    ...skipped.slice(0, shown).map(({ path, reason }) => `skipped    ${path === '' ? '.' : path}  ${reason}`),
    ...more(skipped.length),
    ...grave
      .slice(0, shown)
      .flatMap(({ severity, code, subject, message, hint }) => [
        `${severity.padEnd(10)} ${code}  ${subject}: ${shorten(message, 120)}`,
        ...(severity === 'error' && hint !== undefined ? [`           → ${hint}`] : []),
      ]),
    ...more(grave.length),
  ]
}

const shown = 5

function more(length: number): readonly string[] {
  return length > shown ? [`           … and ${length - shown} more; --json lists them all`] : []
}
