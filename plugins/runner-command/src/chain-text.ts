/** The agents that started each other as one text: ids with commas between them. */
export function chainText(chain: readonly string[]): string {
  return chain.map((id) => encodeURIComponent(id.toWellFormed())).join(',')
}
