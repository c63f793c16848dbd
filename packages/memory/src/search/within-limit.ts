/** The best, and beside them what only links led to, as many as there were places: those take none. DIP-0016 §6.1 */
export function withinLimit<Hit extends { readonly hop: number }>(hits: readonly Hit[], limit: number): readonly Hit[] {
  const best = hits.slice(0, limit)
  const isLinked = ({ hop }: Hit): boolean => hop > 0
  return [
    ...best,
    ...hits
      .slice(limit)
      .filter(isLinked)
      .slice(0, limit - best.filter(isLinked).length),
  ]
}
