import { formatOfContent } from './detect-format.ts'

/** Empty lines without end, in a file of which the beginning of a line tells. */
export function emptyLines(size: number): () => unknown {
  // In one piece: `repeat` leaves that to the first reader.
  const text = Buffer.alloc(size, '\n').toString('latin1')
  return () => ['/r/a.toml', '/r/a.yaml', '/r/recipes/a.yaml'].map((path) => formatOfContent(text, path))
}
