import type { PreparedDocument } from './prepare-document.ts'
import type { DedupDocument } from './types.ts'

/** Documents of one domain or source with one title that are surely different make it the title of a column. */
export function markRecurringTitles(
  prepared: readonly PreparedDocument[],
  documents: readonly DedupDocument[],
): readonly PreparedDocument[] {
  const places = Map.groupBy(prepared.keys(), (place) => prepared[place]?.title.text ?? '')
  const recurring = new Set<string>()
  for (const [title, group] of places) {
    const members = group.flatMap((place) => {
      const [own, document] = [prepared[place], documents[place]]
      return own === undefined || document === undefined ? [] : [{ own, published: document.publishedAt ?? '' }]
    })
    const pairs = members.flatMap((a, index) => members.slice(index + 1, index + 20).map((b) => [a, b] as const))
    const different = pairs.some(
      ([a, b]) =>
        a.own.domain !== undefined &&
        a.own.domain === b.own.domain &&
        a.own.urls[0] !== b.own.urls[0] &&
        a.published.length >= 4 &&
        b.published.length >= 4 &&
        a.published.slice(0, 10) !== b.published.slice(0, 10) &&
        (a.own.textHash === undefined || a.own.textHash !== b.own.textHash) &&
        (a.own.slug === undefined || a.own.slug !== b.own.slug) &&
        !shareIds(a.own, b.own),
    )
    if (different) recurring.add(title)
  }
  return prepared.map((document) =>
    recurring.has(document.title.text) ? { ...document, recurringTitle: true } : document,
  )
}

function shareIds(a: PreparedDocument, b: PreparedDocument): boolean {
  return Object.entries(a.workIds).some(([kind, id]) =>
    Object.entries(b.workIds).some(([k, other]) => k === kind && other === id),
  )
}
