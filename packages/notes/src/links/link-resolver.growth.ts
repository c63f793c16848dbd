import { LinkResolver } from './link-resolver.ts'

/** Two links in each of the notes, a third of which have one name. */
export function manyOfOneName(size: number): () => unknown {
  const notes = Array.from({ length: size }, (_, n) => ({
    path: `f${n % 500}/${n % 3 === 0 ? `g${n}/README` : `n${n}`}.md`,
  }))
  return () => {
    const resolver = new LinkResolver(notes)
    for (const { path } of notes)
      for (const target of ['README', 'n100']) resolver.resolve(path, { target, syntax: 'wiki' })
  }
}
