/**
 * The agents that started each other as one text: ids with commas between them. Everything in an id that could be taken
 * for more than one id is escaped as in an address, so that no agent passes for another one by its name.
 *
 * @param chain - Ids, outermost first.
 * @example chainText(['boss', 'a,b']) // 'boss,a%2Cb'
 */
export function chainText(chain: readonly string[]): string {
  return chain.map((id) => encodeURIComponent(id.toWellFormed())).join(',')
}
