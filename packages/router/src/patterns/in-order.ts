/** Whether a text has one literal of each group, one after the other. */
export function inOrder(groups: readonly (readonly string[])[], folded: string): boolean {
  let end = 0
  for (const group of groups) {
    // The earliest end leaves most room for the rest.
    let earliest = Infinity
    for (const literal of group) {
      const at = folded.indexOf(literal, end)
      if (at !== -1) earliest = Math.min(earliest, at + literal.length)
    }
    if (earliest === Infinity) return false
    end = earliest
  }
  return true
}
