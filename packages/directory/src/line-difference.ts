/** Longer texts are compared as a whole. */
const mostLines = 2000

/**
 * The lines that differ, `-` before and `+` after, by the longest common subsequence.
 * @example lineDifference('a\nb', 'a\nc') // ['-b', '+c']
 */
export function lineDifference(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const start = old.findIndex((line, place) => line !== now[place])
  if (start < 0 && old.length === now.length) return []
  const from = start < 0 ? old.length : start
  const [a, b] = [old.slice(from), now.slice(from)]
  if (a.length > mostLines || b.length > mostLines)
    return [...a.map((line) => `-${line}`), ...b.map((line) => `+${line}`)]
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: string[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`-${a[i]}`)
      i += 1
    } else {
      lines.push(`+${b[j]}`)
      j += 1
    }
  }
  return lines
}
