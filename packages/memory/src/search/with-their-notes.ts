import type { SearchHit } from './search-port.ts'

/** Type of a file that has the whole text of a source, in the folder `sources` beside the note of the source. */
const keptText = 'source-text'

/** The hits, those in whole texts of sources as hits of the notes of these sources, each note once. */
export function withTheirNotes<Hit extends SearchHit>(hits: readonly Hit[]): readonly Hit[] {
  const found = new Map<string, Hit>()
  for (const hit of hits) {
    const { path, type } = hit
    const note = type === keptText ? path?.replace(/(^|\/)sources\/(?=[^/]+$)/, '$1') : path
    const isText = note !== undefined && note !== path
    const own = isText ? { ...hit, path: note, type: 'literature', text: path } : hit
    const key = note ?? hit.id
    const before = found.get(key)
    // The better passage leads; what only the note has, such as its tags, is shown with either.
    if (before === undefined) found.set(key, own)
    else if (before.text !== undefined && !isText) found.set(key, { ...before, title: hit.title, tags: hit.tags })
  }
  return [...found.values()]
}

/** Who looks for notes of sources looks for what their whole texts say. */
export function withTextsOf(types: readonly string[] | undefined): readonly string[] | undefined {
  return types?.includes('literature') === true ? [...types, keptText] : types
}
