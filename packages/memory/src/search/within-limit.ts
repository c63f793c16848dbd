/**
 * The best, and beside them what only links led to, as many as there were places: those take none.
 * @example withinLimit([{ hop: 0 }, { hop: 0 }, { hop: 1 }], 1) // [{ hop: 0 }, { hop: 1 }]
 * @see DIP-0016 §6.1
 */
export function withinLimit<T extends { readonly hop: number }>(hits: readonly T[], limit: number): readonly T[] {
  const [best, others] = [hits.slice(0, limit), hits.slice(limit)]
  const linked = others.filter(({ hop }) => hop > 0)
  return [...best, ...linked.slice(0, limit - best.filter(({ hop }) => hop > 0).length)]
}
