/** A line with at most so many characters, cut between words. `most`: characters, at least 1. */
export function cutWords(line: string, most: number): string {
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/[\s,;:.\uFFFD]+$/u, '')}…`
}
