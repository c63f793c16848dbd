import { wordsOf } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { logParts } from '../logs/log-parts.ts'
import { readEntries } from '../logs/read-entries.ts'
import type { Mind } from '../mind.ts'
import { type MemoryIndex, openMemory } from './open-memory.ts'
import { readablePoints, runsOf, searchPoints, searchedWords } from './search-memory.ts'
import { syncMemory } from './sync-memory.ts'

/** Something that happened, or that is known since a day. */
export type Moment = {
  /** Of the entry or key point, by which it can be read. */
  readonly id: string
  readonly kind: 'entry' | 'point'
  readonly date: string
  /** As clocks showed it where it was written; empty for key points. */
  readonly time: string
  readonly text: string
  /** Relative to the space. */
  readonly path: string
}

/**
 * What happened to an agent and what it learned that a query is about, oldest first.
 *
 * @param mind - Of who asks; entries are those of its own logs alone.
 * @param query - In any words.
 * @param options - `top`: how many at the most, the latest ones, 20 if absent; `asOf`: up to this day.
 * @example (await timeline(mind, 'spring tides'))[0]?.date
 */
export async function timeline(
  mind: Mind,
  query: string,
  { top = 20, asOf }: { top?: number | undefined; asOf?: string | undefined } = {},
): Promise<readonly Moment[]> {
  using memory = await openMemory(mind)
  await syncMemory(memory, mind)
  const words = searchedWords(query)
  const runs = runsOf(query)
  const isAbout = (text: string): boolean => {
    const own = new Set(wordsOf(text))
    return words.some((word) => own.has(word)) || runs.some((run) => text.includes(run))
  }
  const entries: Moment[] = []
  // The latest first, until there are enough.
  for (const part of (await logParts(mind)).toReversed()) {
    if (entries.length >= top) break
    if (asOf !== undefined && part.date > asOf) continue
    entries.unshift(...(await readEntries(part)).filter(({ text }) => isAbout(text)))
  }
  const reader = mind.identity.uid
  const ids = searchPoints(memory, { reader, query, top, asOf }).flatMap(({ pointId }) => pointId ?? [])
  const all = [...entries, ...ids.flatMap((id) => pointsCalled(memory, { mind, id }))]
  const key = ({ date, time }: Moment): string => `${date} ${time}`
  return all.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)).slice(-top)
}

/**
 * An entry of the agent's own logs, or a key point that it may read.
 *
 * @param mind - Of who asks.
 * @param id - Such as `kp-1f2e3d4c5b6a` or `2026-11-26#3`.
 * @throws `COGNITION_POINT_UNKNOWN`
 * @example (await readMoment(mind, '2026-11-26#3')).text
 */
export async function readMoment(mind: Mind, id: string): Promise<Moment> {
  using memory = await openMemory(mind)
  await syncMemory(memory, mind)
  const part = (await logParts(mind)).find(({ name }) => name === `${id.replace(/#\d+$/, '')}.md`)
  const entry = part && (await readEntries(part)).find((one) => one.id === id)
  const found = entry ?? pointsCalled(memory, { mind, id })[0]
  if (found === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return found
}

function pointsCalled(memory: MemoryIndex, { mind, id }: { mind: Mind; id: string }): readonly Moment[] {
  return readablePoints(memory, { reader: mind.identity.uid, id }).map(({ path, text, from, created }) => ({
    id,
    kind: 'point',
    date: from ?? created.slice(0, 10),
    time: '',
    text,
    path: `${mind.place}/${path}`,
  }))
}
