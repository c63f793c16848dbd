import type { Collection, RetrieverHit } from '@datacortex/vector-store'
import { rowPlace } from './spread-to-neighbours.ts'

/** Hits by meaning without notes that have no text: a name alone stands nearer to a short query than any text. */
export async function withoutEmptyNotes(hits: readonly RetrieverHit[], chunks: Pick<Collection, 'get'>) {
  // Of several rows each has a text.
  const bare = hits
    .slice(0, mostRead)
    .filter(({ id, text }) => text === '' && rowPlace(id)?.position === 0)
    .map(({ id }) => id)
  const read = bare.length === 0 ? undefined : await chunks.get(bare)
  return hits.filter((hit) => !isEmptyNote(read?.get(hit.id) ?? hit))
}

/** Of a large collection each row that is read costs time; what is not among the nearest has little from meaning. */
const mostRead = 20

function isEmptyNote({ id, text, fields }: Pick<RetrieverHit, 'id' | 'text' | 'fields'>): boolean {
  if (text === '' || rowPlace(id)?.position !== 0) return false
  const { start, end } = fields
  if (typeof start !== 'number' || typeof end !== 'number') return false
  // Before it stand title and headings, behind it may stand the date in words.
  const body = text.split('\n').slice(1, end - start + 2)
  return body.every((line) => line.trim() === '')
}
