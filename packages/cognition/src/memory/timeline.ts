import { readTextFile } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { type LogPart, logParts } from '../logs/log-parts.ts'
import { type ReadEntry, entriesOf } from '../logs/read-entries.ts'
import type { Mind } from '../mind.ts'
import { openMemory } from './open-memory.ts'
import { aboutQuery } from './search-memory.ts'
import { type PointRow, pointCalled, searchPoints } from './search-points.ts'
import { syncMemory } from './sync-memory.ts'

/** Something that happened, or a key point, which is known since a day. */
export type Moment = Omit<ReadEntry, 'facts'> & { readonly kind: 'entry' | 'point' }

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
  const isAbout = aboutQuery(query)
  const entries: Moment[] = []
  // The latest first, until there are enough.
  for (const part of (await logParts(mind)).toReversed()) {
    if (entries.length >= top) break
    if (asOf !== undefined && part.date > asOf) continue
    entries.unshift(...(await entriesIn(part)).filter(({ text }) => isAbout(text)))
  }
  const found = searchPoints(memory, { reader: mind.identity.uid, query, top, asOf })
  const all = [...entries, ...found.flatMap((point) => momentsOf(mind, point))]
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
  const entry = part && (await entriesIn(part)).find((one) => one.id === id)
  if (entry !== undefined) return entry
  const point = pointCalled(memory, { reader: mind.identity.uid, id })
  const [moment] = point === undefined ? [] : momentsOf(mind, point)
  if (moment === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return moment
}

async function entriesIn(part: LogPart): Promise<readonly Moment[]> {
  const read = await readTextFile(part.file)
  const entries = read.ok ? entriesOf(part, read.text) : []
  return entries.map(({ id, date, time, text, path }) => ({ id, kind: 'entry', date, time, text, path }))
}

function momentsOf(mind: Mind, { id, date, text, path }: PointRow): readonly Moment[] {
  return id === null ? [] : [{ id, kind: 'point', date, time: '', text, path: `${mind.place}/${path}` }]
}
