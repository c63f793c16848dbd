/** `size` members, 0 to `size` − 1, each in a set of its own. */
export function unionFind(size: number) {
  const parents = Array.from({ length: size }, (_, index) => index)
  /** The smallest member of the set that holds this one. */
  const find = (member: number): number => {
    let root = member
    while ((parents[root] ?? root) !== root) root = parents[root] ?? root
    let step = member
    while (step !== root) {
      const next = parents[step] ?? root
      parents[step] = root
      step = next
    }
    return root
  }
  return {
    find,
    union: (a: number, b: number): void => {
      const [low, high] = [find(a), find(b)].sort((x, y) => x - y)
      if (low !== undefined && high !== undefined) parents[high] = low
    },
  }
}
