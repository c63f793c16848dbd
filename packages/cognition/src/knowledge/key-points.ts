import { sha256 } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { type Memory, stillHolds } from '../memories/memory.ts'
import { sectionLines } from './knowledge-file.ts'

/** One key point, which is one line: `- text (2026-11-26; source: logs/2026-11-26.md; candidate) ^kp-1f2e3d4c5b6a`. */
export type KeyPoint = {
  /** Of its block; absent in files of others that have none. */
  readonly id?: string | undefined
  readonly text: string
  /** Since when it holds; absent where a person wrote it by hand. */
  readonly day?: string | undefined
  /** Where it was first said, such as `logs/2026-11-26.md#1a2b3c4d5e6f`. */
  readonly source?: string | undefined
  /** Such as `superseded; until 2026-11-26; by kp-1f2e3d4c5b6a`. What a person wrote by hand is not in doubt. */
  readonly state: string
  readonly holds: boolean
}

const pointLine = /^[-*+] +(.+?)(?: \((\d{4}-\d{2}-\d{2}); source: ([^;()]*)(?:; ([^()]*))?\))?(?: \^([\w-]+))?$/

export function keyPointOf(line: string): KeyPoint | undefined {
  const [, text, day, source, written = 'candidate', id] = pointLine.exec(line.trimEnd()) ?? []
  if (text === undefined) return undefined
  const state = day === undefined ? 'confirmed' : written
  return { id, text, day, source, state, holds: stillHolds(readState(state)) }
}

export function keyPointsOf(body: string): readonly KeyPoint[] {
  return sectionLines(body, 'Key Points').flatMap((line) => keyPointOf(line) ?? [])
}

type PointState = Pick<Memory, 'status' | 'superseded_by' | 'expired_at'>

export function readState(state: string): PointState {
  const parts = state.split('; ')
  const status = (['superseded', 'retracted', 'confirmed'] as const).find((one) =>
    parts.some((part) => part.startsWith(one)),
  )
  const of = (name: string): string | undefined =>
    parts.find((part) => part.startsWith(`${name} `))?.slice(name.length + 1)
  return { status: status ?? 'candidate', superseded_by: of('by'), expired_at: of('until') }
}

export function stateText({ status, superseded_by: by, expired_at: until }: PointState): string {
  const facts = [status, until === undefined ? '' : `until ${until}`, by === undefined ? '' : `by ${by}`]
  return facts.filter((fact) => fact !== '').join('; ')
}

/** The id of a key point: the same words of the same topic are the same one. */
export function keyPointId(topic: string, text: string): string {
  return `kp-${sha256(`${topic}\n${pointWords(text)}`).slice(0, 12)}`
}

/** That of its line, or the one that it is given where it has none. */
export function idOf({ id, text }: KeyPoint, topic: string): string {
  return id ?? keyPointId(topic, text)
}

/** What of a text makes it the same as another one. */
export function pointWords(text: string): string {
  return oneLine(text.normalize('NFC').toLowerCase())
}

/** A key point without what it is called, such as `[decision]`. */
export function withoutCategory(text: string): string {
  return text.replace(/^\[[a-z ]{1,20}\] (?=\S)/, '')
}

type WrittenPoint = {
  readonly id: string
  readonly text: string
  readonly day: string
  readonly source: string
  readonly state?: string | undefined
}

export function keyPointLine({ id, text, day, source, state = 'candidate' }: WrittenPoint): string {
  const line = oneLine(text)
  const cut = line.length > mostCharacters ? `${line.slice(0, mostCharacters).toWellFormed()}…` : line
  // What looks like a block id at its end would be taken for that of the line.
  return `- ${cut} (${day}; source: ${source}; ${state}) ^${id}`
}

/** The log has the whole. */
const mostCharacters = 2000

/** The line of a key point that something was changed about. */
export function changedLine(
  { text, day, source = 'by hand', state }: KeyPoint,
  { today, ...changes }: Partial<WrittenPoint> & { readonly id: string; readonly today: string },
): string {
  return keyPointLine({ text, day: day ?? today, source, state, ...changes })
}
