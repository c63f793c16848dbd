import { sha256 } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { sectionLines } from './knowledge-file.ts'

/** One key point, which is one line: `- text (2026-11-26; source: logs/2026-11-26.md; candidate) ^kp-1f2e3d4c5b6a`. */
export type KeyPoint = {
  /** Of its block; absent in files of others that have none. */
  readonly id?: string | undefined
  readonly text: string
  readonly holds: boolean
  /** What stands in brackets behind it: day, source, status. */
  readonly facts: string
  /** Where it was first said, such as `logs/2026-11-26.md#1a2b3c4d5e6f`. */
  readonly source?: string | undefined
  /** Days from and until which it held, as far as its line says; a retracted one never did. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export function heldOn({ holds, from, until }: Pick<KeyPoint, 'holds' | 'from' | 'until'>, day: string): boolean {
  if (from !== undefined && from > day) return false
  return until === undefined ? holds : until > day
}

export function keyPointsOf(body: string): readonly KeyPoint[] {
  return sectionLines(body, 'Key Points').flatMap((line) => {
    const [, written] = /^[-*+] +(.+?)\s*$/.exec(line) ?? []
    if (written === undefined) return []
    const id = /\^([\w-]+)$/.exec(written)?.[1]
    const facts = bracketed.exec(written)?.[1] ?? ''
    return [
      {
        id,
        text: written.replace(bracketed, '').replace(/ \^[\w-]+$/, ''),
        source: /; source: ([^;()]*)/.exec(facts)?.[1],
        holds: !/(?:^|; )(?:superseded|retracted)/.test(facts),
        from: /^\d{4}-\d{2}-\d{2}/.exec(facts)?.[0],
        facts,
        until: /(?:^|; )superseded; until (\d{4}-\d{2}-\d{2})/.exec(facts)?.[1],
      },
    ]
  })
}

/** The id of a key point: the same words of the same topic are the same one. */
export function keyPointId(topic: string, text: string): string {
  return `kp-${sha256(`${topic}\n${pointWords(text)}`).slice(0, 12)}`
}

/** What of a text makes it the same as another one. */
export function pointWords(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** A key point without what it is called, such as `[decision]`. */
export function withoutCategory(text: string): string {
  return text.replace(/^\[[a-z ]{1,20}\] (?=\S)/, '')
}

type NewPoint = {
  readonly id: string
  readonly text: string
  readonly day: string
  readonly source: string
  /** `candidate` if absent. */
  readonly status?: string | undefined
}

export function keyPointLine({ id, text, day, source, status = 'candidate' }: NewPoint): string {
  const line = oneLine(text)
  const cut = line.length > mostCharacters ? `${line.slice(0, mostCharacters).toWellFormed()}…` : line
  // What looks like a block id at its end would be taken for that of the line.
  return `- ${cut} (${day}; source: ${source}; ${status}) ^${id}`
}

/** The log has the whole. */
const mostCharacters = 2000

/** The line of a key point that another one replaced; it stays where it is. */
export function supersededLine(line: string, { by, day }: { readonly by: string; readonly day: string }): string {
  return line.replace(
    /\((\d{4}-\d{2}-\d{2}; source: [^;()]*); \w+\)(?= \^[\w-]+\s*$)/,
    `($1; superseded; until ${day}; by ${by})`,
  )
}

const bracketed = / \((\d{4}-\d{2}-\d{2}; source: [^()]*)\)(?: \^[\w-]+)?$/
