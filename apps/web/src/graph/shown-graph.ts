import type { OutputOf } from '@datacortex/space'
import type { ColorBy } from './graph-search.ts'

export type NoteGraph = OutputOf<'notes.graph'>

/** Which notes are linked to each, in either direction, by their places. */
export function neighboursOf({ notes, links }: NoteGraph): readonly (readonly number[])[] {
  const neighbours = notes.map(() => new Set<number>())
  for (const [from, to] of links) {
    neighbours[from]?.add(to)
    neighbours[to]?.add(from)
  }
  return neighbours.map((some) => [...some])
}

/** The shortest way along links from one note to another, both included; empty if there is none. */
export function wayBetween(neighbours: readonly (readonly number[])[], from: number, to: number): readonly number[] {
  const before = new Map([[from, from]])
  let border = [from]
  while (border.length > 0 && !before.has(to)) {
    const next: number[] = []
    for (const place of border)
      for (const one of neighbours[place] ?? []) {
        if (before.has(one)) continue
        before.set(one, place)
        next.push(one)
      }
    border = next
  }
  if (!before.has(to)) return []
  const way = [to]
  for (let place = to; place !== from; way.unshift(place)) place = before.get(place) ?? from
  return way
}

/** A group of notes that have one colour; the last one has all that are in none of the large ones. */
export type ColorGroup = { readonly name: string; readonly color: string; readonly count: number }

/** The colour of each note, and what the colours mean: the largest groups have one each. */
export function colorsOf(
  { notes }: NoteGraph,
  by: ColorBy,
): { readonly colors: readonly string[]; readonly groups: readonly ColorGroup[] } {
  const names = notes.map((note) => {
    if (by === 'type') return note.type
    return by === 'tag' ? (note.tags[0] ?? '') : note.path.slice(0, Math.max(0, note.path.indexOf('/')))
  })
  const counts = new Map<string, number>()
  for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  const largest = [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, palette.length)
  const groups = largest.map(([name, count], index) => ({ name, count, color: palette[index] ?? other }))
  const known = new Map(groups.map(({ name, color }) => [name, color]))
  const rest = notes.length - groups.reduce((sum, { count }) => sum + count, 0)
  return {
    colors: names.map((name) => known.get(name) ?? other),
    groups: rest === 0 ? groups : [...groups, { name: '', count: rest, color: other }],
  }
}

// Told apart on white and on black.
const palette = ['#3b82f6', '#d97706', '#16a34a', '#dc4a4a', '#9d6bdf', '#0891b2', '#be7b1a', '#db5aa0', '#5d8c2a']
const other = '#818b98'
