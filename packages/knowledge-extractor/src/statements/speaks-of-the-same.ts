import type { Statement } from './statement.ts'

type Worded = Pick<Statement, 'terms'>

/** Whether two statements that are alike also speak of the same things: neither hedges alone, and no word stands in the place of another one. */
export function speaksOfTheSame(a: Worded, b: Worded, isLight: (term: string) => boolean): boolean {
  const telling = (terms: readonly string[]): readonly string[] =>
    terms.filter((term) => !isLight(term) && !measure.test(term))
  const [ours, theirs] = [telling(a.terms), telling(b.terms)]
  if (isHedged(a) !== isHedged(b)) return false
  const [small, large] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const shared = small.filter((term) => large.some((other) => isKin(term, other))).length
  if (small.length > 0 && shared / small.length < leastShared) return false
  return !hasReplaced(ours, theirs)
}

/** An amount and its unit alone make no two things one. */
const leastShared = 0.4
const measure =
  /^(?:\p{N}.*|percent|prozent|pounds?|euros?|dollars?|met(?:er|re)s?|kilomet\p{L}*|millimet\p{L}*|mm|cm|km|kg|litr?e?|mg|hours?|minutes?|days?|weeks?|months?|years?|stund\p{L}*|tag|jahr\p{L}*|half|quarter|million|billion)$/u

/** What is planned, possible, or was so is not what is; what is apart is not what is together. */
function isHedged({ terms }: Worded): boolean {
  return terms.some((term) => hedges.test(term))
}

const hedges =
  /^(?:plan|planned|intend|want|hop|hope|propos\p{L}*|consider|might|may|could|possibl\p{L}*|perhap|likel\p{L}*|unless|expect\p{L}*|allegedl\p{L}*|former\p{L}*|separat\p{L}*|suppos\p{L}*|könnt\p{L}*|vielleicht|plant|soll|möglich\p{L}*|peut|pourrait|podría|может|возможно)$/u

/** Whether one word of the one stands where the other has another word, between the same words. */
function hasReplaced(a: readonly string[], b: readonly string[]): boolean {
  const pairs = commonRun(a, b)
  if (pairs.length * 2 < Math.min(a.length, b.length)) return false
  const all = [[-1, -1] as const, ...pairs, [a.length, b.length] as const]
  return all.slice(1).some(([right, otherRight], place) => {
    const [left, otherLeft] = all[place] ?? [-1, -1]
    const [count, otherCount] = [right - left - 1, otherRight - otherLeft - 1]
    if (count !== 1 || otherCount !== 1) return false
    const [ours = '', theirs = ''] = [a[left + 1], b[otherLeft + 1]]
    // At an edge one neighbour is enough only if all else is the same.
    const isEdge = left === -1 || right === a.length
    return !isKin(ours, theirs) && (!isEdge || pairs.length + 1 >= Math.max(a.length, b.length) * 0.7)
  })
}

/** The longest run of words that both have in this order, as places. */
function commonRun(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const [rows, columns] = [Math.min(a.length, longest), Math.min(b.length, longest)]
  const lengths = Array.from({ length: rows + 1 }, () => new Uint8Array(columns + 1))
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const line = lengths[row]
      if (line === undefined) continue
      line[column] = isKin(a[row] ?? '', b[column] ?? '')
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  const pairs: (readonly [number, number])[] = []
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    if (isKin(a[row] ?? '', b[column] ?? '')) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

const longest = 60

/** One word in two forms: `grow` and `growth`. */
function isKin(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 4 && long.startsWith(short)
}
