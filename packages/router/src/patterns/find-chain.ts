/** The piece of a text in which the literals of a chain stand in order on one line, as `a.*b.*c` matches it. */
export function findChain(chain: readonly string[], { text, folded }: { text: string; folded: string }) {
  const [first = ''] = chain
  for (let lineStart = folded.indexOf(first); lineStart !== -1;) {
    const feed = folded.indexOf('\n', lineStart)
    const lineEnd = feed === -1 ? folded.length : feed
    const end = endOfChain(chain, { folded, from: lineStart, lineEnd })
    if (end !== undefined) return text.slice(lineStart, end)
    lineStart = feed === -1 ? -1 : folded.indexOf(first, lineEnd + 1)
  }
  return undefined
}

function endOfChain(
  chain: readonly string[],
  { folded, from, lineEnd }: { folded: string; from: number; lineEnd: number },
): number | undefined {
  let end = from
  for (const literal of chain) {
    const at = folded.indexOf(literal, end)
    if (at === -1 || at + literal.length > lineEnd) return undefined
    end = at + literal.length
  }
  return end
}

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
