import type { IndexedNotes } from '@datacortex/space'
import { count, duration, noteCounts, shorten } from '@datacortex/wording'
import { linesOf } from './lines.ts'

/** An update of the index as people read it: the counts first, then what needs a look. */
export function noteIndexLines(
  update: Omit<IndexedNotes, 'memories'> & Partial<Pick<IndexedNotes, 'memories'>>,
  { full = false }: { readonly full?: boolean | undefined } = {},
): readonly string[] {
  const { embedded, pending, memories = 0, took_ms: tookMs, agents } = update
  const how = full ? 'everything anew' : 'unchanged texts are never embedded again'
  return linesOf([
    `indexed    ${noteCounts(update)} · ${duration(tookMs)}`,
    memories > 0 && `remembered ${count(memories, 'session memory', 'session memories')} taken into the index`,
    embedded > 0 && `embedded   ${count(embedded, 'text')} (${how})`,
    pending > 0 && `pending    ${count(pending, 'text')} not embedded yet; found by words so far`,
    agents !== undefined && 'problem' in agents && `agents     are found as they were before: ${agents.problem}`,
    agents !== undefined &&
      'embedded' in agents &&
      agents.embedded > 0 &&
      `agents     ${count(agents.embedded, 'text')} embedded in ${duration(agents.took_ms)}`,
    noteProblemLines(update),
  ])
}

/** What was left out, passed over and what is worth mending, the first few of each. */
export function noteProblemLines({
  skipped,
  left_out: leftOut,
  findings,
}: Pick<IndexedNotes, 'skipped' | 'left_out' | 'findings'>): readonly string[] {
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
