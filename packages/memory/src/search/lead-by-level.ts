import type { FoundNote } from './reread-notes.ts'

/** Puts notes of a higher level before all others, whatever these score, and raises their scores by as much. */
export function leadByLevel(found: readonly FoundNote[], levelOf: (note: string) => number): readonly FoundNote[] {
  const levels = Map.groupBy(found, ([note]) => levelOf(note))
  let all: readonly FoundNote[] = []
  for (const [level, notes] of [...levels].toSorted(([one], [other]) => one - other)) {
    const lift = level === 0 ? 0 : Math.max(all[0]?.[1].score ?? 0, realHit)
    all = [...notes.map(([note, one]): FoundNote => [note, { ...one, score: one.score + lift }]), ...all]
  }
  return all
}

/** See `calibrateScore`: what was called by its name is no chance. */
const realHit = 4
