import { areContrary } from './compare-documents.ts'
import { matchTitles } from './match-titles.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Merge } from './types.ts'
import { unionFind } from './union-find.ts'

/** A merge and how much of the smaller text is shared, 0–1; 1 where something else than text decided. */
export type FoundMerge = { readonly merge: Merge; readonly share: number }

/** From this share on, similar texts are one whatever else they are like. */
const firmContainment = 0.6
/** Of larger clusters, the first members speak for all. */
const mostSpeakers = 60

/** Joins documents along their merges, the surest first, but never two works through a third one. */
export function joinDocuments(prepared: readonly PreparedDocument[], found: readonly FoundMerge[]) {
  const places = new Map(prepared.map(({ id }, place) => [id, place]))
  const placesOf = ({ a, b }: Merge): readonly [number, number] => [places.get(a) ?? 0, places.get(b) ?? 0]
  const sets = unionFind(prepared.length)
  const members = new Map(prepared.map((document, place) => [place, [document]]))
  const merges: Merge[] = []
  const join = (merge: Merge): void => {
    const [x, y] = placesOf(merge).map(sets.find)
    if (x === undefined || y === undefined) return
    const [ours, theirs] = [members.get(x) ?? [], members.get(y) ?? []]
    if (x !== y) {
      if (!isSure(merge) && haveContraries(ours, theirs)) return
      sets.union(x, y)
      members.set(sets.find(x), [...ours, ...theirs])
    }
    merges.push(merge)
  }
  const isFirm = ({ merge, share }: FoundMerge): boolean => merge.reason !== 'derived' && share >= firmContainment
  for (const { merge } of found.filter(isFirm).sort((a, b) => rankOf(a) - rankOf(b))) join(merge)

  const loose = found.filter((one) => !isFirm(one)).map(({ merge }) => merge)
  const isBetween = hubs(loose.map(placesOf).map(([a, b]) => [sets.find(a), sets.find(b)]))
  const overlaps = loose.filter((merge) => {
    const [a, b] = placesOf(merge)
    const [x, y] = [prepared[a], prepared[b]]
    const titled = x !== undefined && y !== undefined && matchTitles(x.title, y.title) === 'same'
    return sets.find(a) !== sets.find(b) && !titled && (isBetween(sets.find(a)) || isBetween(sets.find(b)))
  })
  for (const merge of loose) if (!overlaps.includes(merge)) join(merge)
  const apart = loose.filter((merge) => !overlaps.includes(merge) && !merges.includes(merge))
  return { sets, merges, overlaps: [...overlaps, ...apart] }
}

function isSure({ reason }: Merge): boolean {
  return reason !== 'title' && reason !== 'text' && reason !== 'mirror' && reason !== 'derived'
}

function rankOf({ merge }: FoundMerge): number {
  if (isSure(merge)) return 0
  return merge.reason === 'title' ? 2 : 1
}

function haveContraries(ours: readonly PreparedDocument[], theirs: readonly PreparedDocument[]): boolean {
  return ours
    .slice(0, mostSpeakers)
    .some((one) => theirs.slice(0, mostSpeakers).some((other) => areContrary(one, other)))
}

/** Whether a set shares text with two others that share none with each other. */
function hubs(edges: readonly (readonly [number, number])[]): (set: number) => boolean {
  const neighbours = new Map<number, Set<number>>()
  for (const [a, b] of edges) {
    if (a === b) continue
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b))
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a))
  }
  return (set) => {
    const all = [...(neighbours.get(set) ?? [])]
    return all.some((one, index) => all.slice(index + 1).some((other) => neighbours.get(one)?.has(other) !== true))
  }
}
