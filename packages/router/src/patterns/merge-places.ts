/** The accepted numbers of several ascending lists in ascending order, each once, as far as the caller wants them. */
export function* mergePlaces(
  lists: Iterable<readonly number[]>,
  accepts: (place: number) => boolean,
): Generator<number> {
  // A cursor for each list that has something left. They are few, so looking at all of them beats keeping a heap.
  const open: Cursor[] = []
  for (const list of lists) {
    const cursor = { list, at: -1, place: 0 }
    if (advance(cursor, accepts)) open.push(cursor)
  }
  while (open.length > 0) {
    let least = Infinity
    for (const { place } of open) if (place < least) least = place
    yield least
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const cursor = open[index]
      if (cursor?.place === least && !advance(cursor, accepts)) open.splice(index, 1)
    }
  }
}

type Cursor = { readonly list: readonly number[]; at: number; place: number }

/** Moves on to the next accepted number, if there is one. */
function advance(cursor: Cursor, accepts: (place: number) => boolean): boolean {
  for (;;) {
    cursor.at += 1
    const place = cursor.list[cursor.at]
    if (place === undefined) return false
    if (!accepts(place)) continue
    cursor.place = place
    return true
  }
}
