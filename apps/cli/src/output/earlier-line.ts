/** How to see more of a list that begins with the newest. */
export function earlierLine(command: string, limit = 20): string {
  return `next       datacortex ${command} --limit ${limit * 10}   (there are earlier ones)`
}
